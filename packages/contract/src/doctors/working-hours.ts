import { toWallTime } from '../common/wall-time.ts';
import type { WorkingDay } from './calls.ts';

/** A half-open interval. */
interface Stretch {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Whether an appointment is wholly within a doctor's working hours. */
export function isWithinWorkingHours(
  { startsAt, endsAt }: Stretch,
  workingDays: readonly WorkingDay[],
  timeZone: string,
): boolean {
  const start = toWallTime(startsAt.toISOString(), timeZone);
  const end = toWallTime(endsAt.toISOString(), timeZone);
  const hours = workingDays.find(({ weekday }) => weekday === getWeekday(start.date));
  // Working hours do not cross midnight.
  return (
    hours !== undefined &&
    end.date === start.date &&
    start.time >= hours.from &&
    end.time <= hours.to
  );
}

/** 0 is Sunday. */
export function getWeekday(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}
