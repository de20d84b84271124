import { UnstyledButton } from '@mantine/core';
import { useClinicTimeZone, useMay } from '../../session/public.ts';
import classes from './Attendance.module.css';
import {
  attendanceIcons,
  nextStep,
  stepLabels,
  useRecordAttendance,
  type Visit,
} from './attendance.ts';

/**
 * The next step of a visit under the pointer, on an element that is a button itself. The card that the element opens
 * has the same step for the keyboard and screen readers.
 */
export function AttendanceShortcut({ visit }: { visit: Visit }) {
  const step = nextStep(visit, useClinicTimeZone());
  const recording = useRecordAttendance();
  const mayEdit = useMay()('patients.edit');
  if (step === null || !mayEdit) return null;
  const Icon = attendanceIcons[step];
  return (
    <UnstyledButton
      className={classes.shortcut ?? ''}
      tabIndex={-1}
      aria-hidden
      title={stepLabels[step]}
      disabled={recording.isPending}
      {...{ [SHORTCUT]: step }}
      onClick={() => recording.mutate({ visit, step })}
    >
      <Icon size={15} stroke={1.8} />
    </UnstyledButton>
  );
}

const SHORTCUT = 'data-attendance-shortcut';

/** Whether a click was on the shortcut, and not on the element around it. */
export function isShortcut(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`[${SHORTCUT}]`) !== null;
}
