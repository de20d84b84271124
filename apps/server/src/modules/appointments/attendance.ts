import { dayIn } from '@simiente/contract/common/days';
import { Problem } from '../../platform/problem.ts';
import type { StoredStep } from '../../schema/appointments.ts';

interface Attended {
  readonly attendance: readonly StoredStep[];
  readonly startsAt: Date | null;
}

/** The steps that hold: a confirmation is for the time at which it was given. */
export function shownAttendance({ attendance, startsAt }: Attended): readonly StoredStep[] {
  const start = startsAt?.toISOString() ?? null;
  return attendance.filter((one) => one.step !== 'confirmed' || one.startsAt === start);
}

/** The steps as every answer has them. */
export function presentAttendance(row: Attended) {
  return shownAttendance(row).map(({ step, at, by }) => ({ step, at, by }));
}

/**
 * An appointment whose patient arrived or did not come stays on its day; otherwise the visit, or its absence, would
 * be recorded for a day on which it did not happen.
 * @throws Problem ATTENDANCE_RECORDED
 */
export function refuseOtherDay(
  row: Attended,
  startsAt: Date | null | undefined,
  clinicTimeZone: string,
): void {
  if (row.attendance.every(({ step }) => step === 'confirmed') || row.startsAt === null) return;
  const isSameDay =
    startsAt && dayIn(clinicTimeZone, startsAt) === dayIn(clinicTimeZone, row.startsAt);
  if (startsAt !== undefined && !isSameDay) throw new Problem('ATTENDANCE_RECORDED');
}
