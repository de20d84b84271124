import { addDays, startOfDay } from '@simiente/contract/common/days';
import { toWallTime } from '@simiente/contract/common/wall-time';
import type { Schedule } from '@simiente/contract/doctors/schedule';
import { listWorkingTime } from '@simiente/contract/doctors/working-time';
import type { DayRange } from './agenda-view.ts';

/** A part of a day, on the clinic's clock. */
export interface DayPart {
  /** 'YYYY-MM-DD' */
  readonly date: string;
  /** '08:00' */
  readonly from: string;
  /** '20:00', '24:00' */
  readonly to: string;
  /** Why the doctor takes no appointments then; null in working time. */
  readonly blockedBy: string | null;
}

export const MIDNIGHT = '00:00';
export const END_OF_DAY = '24:00';

/** A doctor's working time on the days shown, by day of the clinic. */
export function listDayParts(
  schedule: Schedule,
  { first, last }: DayRange,
  timeZone: string,
): DayPart[] {
  const period = {
    startsAt: startOfDay(first, timeZone),
    endsAt: startOfDay(addDays(last, 1), timeZone),
  };
  return listWorkingTime(schedule, period, timeZone)
    .flatMap(({ startsAt, endsAt, blockedBy }) => {
      const start = toWallTime(startsAt.toISOString(), timeZone);
      const end = toWallTime(endsAt.toISOString(), timeZone);
      if (start.date === end.date) {
        return [{ date: start.date, from: start.time, to: end.time, blockedBy }];
      }
      // The evening of a place in another zone may end after the clinic's midnight.
      return [
        { date: start.date, from: start.time, to: END_OF_DAY, blockedBy },
        { date: end.date, from: MIDNIGHT, to: end.time, blockedBy },
      ].filter(({ from, to }) => from < to);
    })
    .filter(({ date }) => first <= date && date <= last);
}

interface ClosedPart extends Pick<DayPart, 'from' | 'to'> {
  /** Empty outside working hours. */
  readonly reason: string;
}

export function listClosedParts(parts: readonly DayPart[]): ClosedPart[] {
  const closed: ClosedPart[] = [];
  let from = MIDNIGHT;
  for (const part of [...parts, { from: END_OF_DAY, to: END_OF_DAY, blockedBy: null }]) {
    if (part.from > from) closed.push({ from, to: part.from, reason: '' });
    if (part.blockedBy !== null) {
      closed.push({ from: part.from, to: part.to, reason: part.blockedBy });
    }
    if (part.to > from) from = part.to;
  }
  return closed;
}
