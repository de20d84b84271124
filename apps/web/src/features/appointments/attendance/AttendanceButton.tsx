import { UnstyledButton } from '@mantine/core';
import { LockButton, type LockButtonProps } from '../../../ui/buttons/LockButton.tsx';
import { useClinicTimeZone, useMay } from '../../session/public.ts';
import classes from './Attendance.module.css';
import {
  attendanceIcons,
  describeStep,
  nextStep,
  stepLabels,
  useRecordAttendance,
  type Visit,
} from './attendance.ts';

/** The step that the account may record next; null for none. */
function useNextStep(visit: Visit) {
  const step = nextStep(visit, useClinicTimeZone());
  const recording = useRecordAttendance();
  if (!useMay()('patients.edit') || step === null) return null;
  return {
    ...{ step, label: stepLabels[step], Icon: attendanceIcons[step] },
    isPending: recording.isPending,
    record: () => recording.mutate({ visit, step }),
  };
}

interface AttendanceButtonProps extends Pick<LockButtonProps, 'className'> {
  visit: Visit;
  patientName: string;
  /** For a narrow row, where a phone has room only for the icon. */
  isCompact?: boolean;
}

/** Records the next step of a visit in one click. */
export function AttendanceButton(props: AttendanceButtonProps) {
  const { visit, patientName, isCompact = false, className } = props;
  const next = useNextStep(visit);
  if (next === null) return null;
  return (
    <LockButton
      kind="default"
      size="compact-sm"
      className={[className, isCompact && classes.compact].filter(Boolean).join(' ')}
      icon={next.Icon}
      disabled={next.isPending}
      aria-label={`${next.label}: ${patientName}`}
      onClick={next.record}
    >
      <span className={classes.label}>{next.label}</span>
    </LockButton>
  );
}

/**
 * The next step of a visit under the pointer, on an element that is a button itself. The card that the element opens
 * has the same step for the keyboard and screen readers.
 */
export function AttendanceShortcut({ visit }: { visit: Visit }) {
  const next = useNextStep(visit);
  if (next === null) return null;
  return (
    <UnstyledButton
      className={classes.shortcut ?? ''}
      tabIndex={-1}
      aria-hidden
      title={next.label}
      disabled={next.isPending}
      {...{ [SHORTCUT]: next.step }}
      onClick={next.record}
    >
      <next.Icon size={15} stroke={1.8} />
    </UnstyledButton>
  );
}

const SHORTCUT = 'data-attendance-shortcut';

/** Whether a click was on the shortcut, and not on the element around it. */
export function isShortcut(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`[${SHORTCUT}]`) !== null;
}

interface AttendanceMarkProps {
  visit: Pick<Visit, 'attendance' | 'status'>;
  timeZone: string;
}

/** The current step of a visit as an icon and a word; nothing without attendance or for a cancelled appointment. */
export function AttendanceMark({ visit, timeZone }: AttendanceMarkProps) {
  const last = visit.attendance.at(-1);
  if (last === undefined || visit.status === 'cancelled') return null;
  const Icon = attendanceIcons[last.step];
  return (
    <span className={classes.mark}>
      <Icon size={14} stroke={1.8} aria-hidden /> {describeStep(last, timeZone)}
    </span>
  );
}
