import { toWallTime } from './common/wall-time.ts';
import type { WorkingDay } from './doctors.ts';

/** A stretch of time, from its start until just before its end. */
interface Stretch {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Whether an appointment lies wholly within a doctor's working hours. */
export function isWithinWorkingHours(
  { startsAt, endsAt }: Stretch,
  workingDays: readonly WorkingDay[],
  timeZone: string,
): boolean {
  const start = toWallTime(startsAt.toISOString(), timeZone);
  const end = toWallTime(endsAt.toISOString(), timeZone);
  const hours = workingDays.find(({ weekday }) => weekday === weekdayOf(start.date));
  // Nobody works past midnight.
  return (
    hours !== undefined &&
    end.date === start.date &&
    start.time >= hours.from &&
    end.time <= hours.to
  );
}

/** 0 is Sunday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}
