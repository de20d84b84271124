import classes from './Attendance.module.css';
import type { Visit } from './attendance.ts';
import { attendanceIcons, describeStep } from './attendance.ts';

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
