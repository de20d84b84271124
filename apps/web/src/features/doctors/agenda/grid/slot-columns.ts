import { addDays } from '@simiente/contract/common/days';
import type { WallTime } from '@simiente/contract/common/wall-time';
import { getWeekday } from '@simiente/contract/doctors/holidays';
import { titledName } from '@simiente/contract/doctors/titled-name';
import type { AgendaEvent } from '../agenda-events.ts';
import { type DayRange, daysBetween } from '../agenda-view.ts';
import type { DayPart } from '../day-parts.ts';
import { type DoctorColumns, FIRST_COLUMN, spanOn, toMinutes } from './doctor-columns.ts';

/** The free hours of a drawn column. */
export interface SlotColumn {
  /** The day that the library draws, 'YYYY-MM-DD'. */
  readonly drawn: string;
  readonly date: string;
  /** The doctor, where doctors are columns. */
  readonly id: string | undefined;
  readonly name: string | null;
  /** Length of an appointment. */
  readonly minutes: number;
  /** Minutes after midnight, in order. */
  readonly starts: readonly number[];
}

/** The starts of a doctor's own grid that are free, on the clinic's clock. */
function listFreeStarts(
  date: string,
  parts: readonly DayPart[],
  events: readonly AgendaEvent[],
  minutes: number,
): number[] {
  const taken = events
    .filter((event) => event.status !== 'cancelled')
    .filter(({ start, end }) => start.date <= date && date <= end.date)
    .map((event) => spanOn(date, event));
  return parts.flatMap((part) => {
    const [from, to] = [toMinutes(part.from), toMinutes(part.to)];
    if (part.date !== date || part.blockedBy !== null) return [];
    const count = Math.max(0, Math.floor((to - from) / minutes));
    return Array.from({ length: count }, (_, index) => from + index * minutes).filter((start) =>
      taken.every((span) => span.to <= start || start + minutes <= span.from),
    );
  });
}

export function toDoctorSlots(
  { date, columns, getColumn }: DoctorColumns,
  events: readonly AgendaEvent[],
): SlotColumn[] {
  return columns.map(({ id, name, parts, slotMinutes }, index) => {
    const own = events.filter((event) => getColumn(event) === id);
    return {
      ...{ drawn: addDays(FIRST_COLUMN, index), date, id, name: name && titledName(name) },
      minutes: slotMinutes ?? 0,
      starts: slotMinutes === null ? [] : listFreeStarts(date, parts, own, slotMinutes),
    };
  });
}

/** Days as columns, of one doctor. */
export function toDaySlots(
  { range, withSundays }: { readonly range: DayRange; readonly withSundays: boolean },
  parts: readonly DayPart[],
  events: readonly AgendaEvent[],
  minutes: number,
): SlotColumn[] {
  return daysBetween(range.first, range.last)
    .filter((day) => withSundays || getWeekday(day) !== 0)
    .map((date) => ({
      ...{ drawn: date, date, id: undefined, name: null, minutes },
      starts: listFreeStarts(date, parts, events, minutes),
    }));
}

/** A clicked time on the doctor's own grid; as it was clicked where that is not free. */
export function snapToSlot(
  columns: readonly SlotColumn[],
  wall: WallTime,
  columnId: string | undefined,
): WallTime {
  const column = columns.find(({ id, date }) => id === columnId && date === wall.date);
  const clicked = toMinutes(wall.time);
  const start = column?.starts.find((one) => one <= clicked && clicked < one + column.minutes);
  if (start === undefined) return wall;
  const time = [Math.floor(start / 60), start % 60].map((part) => String(part).padStart(2, '0'));
  return { date: wall.date, time: time.join(':') };
}
