import { readWallTime, toWallTime } from '@simiente/contract/common/wall-time';
import { weekdayOf } from '@simiente/contract/doctors/working-hours';
import type { WorkingDay } from '../../schema/doctors.ts';

const MINUTE = 60_000;
/** Days that are searched; a doctor without a free time in them has none to offer. */
const LONGEST_SEARCH = 60;

/** A half-open interval of taken time. */
export interface TimeSlot {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

export interface DoctorHours {
  readonly workingDays: readonly WorkingDay[];
  readonly appointmentMinutes: number;
}

/** An appointment's interval from a start on, with the doctor's length. */
export function appointmentFrom(startsAt: Date, { appointmentMinutes }: DoctorHours): TimeSlot {
  return { startsAt, endsAt: new Date(startsAt.getTime() + appointmentMinutes * MINUTE) };
}

/** The next free starts of a doctor, in order, in steps of an appointment's length. */
export function nextFreeTimes(
  from: Date,
  limit: number,
  hours: DoctorHours,
  busy: readonly TimeSlot[],
  timeZone: string,
): Date[] {
  const length = hours.appointmentMinutes * MINUTE;
  const today = toWallTime(from.toISOString(), timeZone).date;
  const found: Date[] = [];
  for (let day = 0; day < LONGEST_SEARCH && found.length < limit; day += 1) {
    for (const start of startsOn(dayAfter(today, day), hours, timeZone)) {
      const end = start.getTime() + length;
      const isTaken = busy.some(
        ({ startsAt, endsAt }) => startsAt.getTime() < end && start < endsAt,
      );
      if (start >= from && !isTaken && found.length < limit) found.push(start);
    }
  }
  return found;
}

/** Every start of a day from which an appointment ends within its hours. */
function startsOn(date: string, hours: DoctorHours, timeZone: string): Date[] {
  const open = hours.workingDays.find(({ weekday }) => weekday === weekdayOf(date));
  const first = open && readWallTime({ date, time: open.from }, timeZone);
  const close = open && readWallTime({ date, time: open.to }, timeZone);
  // Hours that begin or end where the clocks skip have no starts on that day.
  if (!first || !close || !('instant' in first) || !('instant' in close)) return [];
  const length = hours.appointmentMinutes * MINUTE;
  const last = Date.parse(close.instant) - length;
  const starts: Date[] = [];
  for (let at = Date.parse(first.instant); at <= last; at += length) starts.push(new Date(at));
  return starts;
}

/** The date a number of calendar days after another. */
function dayAfter(date: string, days: number): string {
  const later = new Date(`${date}T00:00:00Z`);
  later.setUTCDate(later.getUTCDate() + days);
  return later.toISOString().slice(0, 10);
}
