import { LockButton, type LockButtonProps } from '../../../ui/buttons/LockButton.tsx';
import { useClinicTimeZone, useMay } from '../../session/public.ts';
import classes from './Attendance.module.css';
import {
  attendanceIcons,
  nextStep,
  stepLabels,
  useRecordAttendance,
  type Visit,
} from './attendance.ts';

interface AttendanceButtonProps extends Pick<LockButtonProps, 'className'> {
  visit: Visit;
  patientName: string;
  /** In a narrow row, where a phone has room for the icon alone. */
  isCompact?: boolean;
}

/** Records the next step of a visit in one click. */
export function AttendanceButton(props: AttendanceButtonProps) {
  const { visit, patientName, isCompact = false, className } = props;
  const step = nextStep(visit, useClinicTimeZone());
  const recording = useRecordAttendance();
  const mayEdit = useMay()('patients.edit');
  if (step === null || !mayEdit) return null;
  const Icon = attendanceIcons[step];
  return (
    <LockButton
      kind="default"
      size="compact-sm"
      className={[className, isCompact && classes.compact].filter(Boolean).join(' ')}
      icon={<Icon size={16} stroke={1.7} aria-hidden />}
      disabled={recording.isPending}
      aria-label={`${stepLabels[step]}: ${patientName}`}
      onClick={() => recording.mutate({ visit, step })}
    >
      <span className={classes.label}>{stepLabels[step]}</span>
    </LockButton>
  );
}
