import { addDays, lengthInDays } from '@simiente/contract/common/days';
import type { WallTime } from '@simiente/contract/common/wall-time';
import { getWeekday } from '@simiente/contract/doctors/holidays';
import type { ReactNode } from 'react';
import { type AgendaEvent, addWallMinutes } from '../agenda-events.ts';
import { type DayRange, daysBetween } from '../agenda-view.ts';
import { type DayPart, END_OF_DAY, listClosedParts, MIDNIGHT } from '../day-parts.ts';

/** A column of the clinic's day: a doctor, or the validations of prescriptions. */
export interface DoctorColumn {
  readonly id: string;
  /** The doctor; null for the validations. */
  readonly name: string | null;
  readonly head: ReactNode;
  /** Working time on that day; none on a day off. */
  readonly parts: readonly DayPart[];
  /** Length of a new appointment in minutes; null where none can be created. */
  readonly slotMinutes: number | null;
}

/** One day of several doctors, in a column each. */
export interface DoctorColumns {
  /** 'YYYY-MM-DD' */
  readonly date: string;
  readonly columns: readonly DoctorColumn[];
  readonly getColumn: (event: AgendaEvent) => string;
}

/** The library's columns are days, so each doctor is drawn as a day, from this Monday on. No element shows it. */
export const FIRST_COLUMN = '2001-01-01';

const DAY_MINUTES = 24 * 60;

/** A part of a day: minutes after midnight. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** The part of an appointment that is on a day. The appointment may begin the day before or end the day after. */
export function spanOn(date: string, { start, end }: Pick<AgendaEvent, 'start' | 'end'>): Span {
  return {
    from: start.date < date ? 0 : toMinutes(start.time),
    to: end.date > date ? DAY_MINUTES : toMinutes(end.time),
  };
}

/** Day and time at which the library draws an appointment. */
export function toDrawnTime(
  { date, columns, getColumn }: DoctorColumns,
  event: AgendaEvent,
): { start: WallTime; minutes: number } {
  const { from, to } = spanOn(date, event);
  const index = columns.findIndex(({ id }) => id === getColumn(event));
  const midnight = { date: addDays(FIRST_COLUMN, index), time: MIDNIGHT };
  return { start: addWallMinutes(midnight, from), minutes: to - from };
}

/** The column, and the real day and time, of a drawn time. */
export function fromDrawnTime({ date, columns }: DoctorColumns, drawn: WallTime) {
  return {
    column: columns[lengthInDays(FIRST_COLUMN, drawn.date) - 1],
    wall: { date, time: drawn.time },
  };
}

/** The closed parts of the drawn days, as background events of the library. */
export function listClosedTimes(columns: readonly GridColumn[]) {
  return columns.flatMap(({ drawnDay, parts }) => {
    const toInstant = (time: string) =>
      time === END_OF_DAY ? `${addDays(drawnDay, 1)}T00:00:00Z` : `${drawnDay}T${time}:00Z`;
    return listClosedParts(parts).map(({ from, to, reason }) => ({
      start: toInstant(from),
      end: toInstant(to),
      title: reason,
    }));
  });
}

/** A column of the grid: a doctor on the shown day, or a day. */
export interface GridColumn extends Pick<DoctorColumn, 'name' | 'parts' | 'slotMinutes'> {
  /** The day of the column in the library. Differs from `date` if columns are doctors, see `FIRST_COLUMN`. */
  readonly drawnDay: string;
  readonly date: string;
  /** The doctor, where doctors are columns. */
  readonly id: string | undefined;
}

interface ShownDays extends Pick<DoctorColumn, 'parts' | 'slotMinutes'> {
  readonly range: DayRange;
  readonly withSundays: boolean;
}

export function listGridColumns(
  { range, withSundays, parts, slotMinutes }: ShownDays,
  doctors: DoctorColumns | undefined,
): GridColumn[] {
  if (doctors) {
    const { date, columns } = doctors;
    return columns.map((column, index) => ({
      ...column,
      drawnDay: addDays(FIRST_COLUMN, index),
      date,
    }));
  }
  return daysBetween(range.first, range.last)
    .filter((day) => withSundays || getWeekday(day) !== 0)
    .map((date) => ({
      ...{ drawnDay: date, date, id: undefined, name: null, slotMinutes },
      parts: parts.filter((part) => part.date === date),
    }));
}

/** Converts 'HH:mm' to minutes after midnight. */
export function toMinutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}
