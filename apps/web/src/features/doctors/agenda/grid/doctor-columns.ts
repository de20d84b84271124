import { useInterval } from '@mantine/hooks';
import { addDays, countDays, startOfDay } from '@simiente/contract/common/days';
import { toWallTime, type WallTime } from '@simiente/contract/common/wall-time';
import { getWeekday } from '@simiente/contract/doctors/holidays';
import type { Schedule } from '@simiente/contract/doctors/schedule';
import { listWorkingTime } from '@simiente/contract/doctors/working-time';
import { type ReactNode, useState } from 'react';
import { type AgendaEvent, addWallMinutes } from '../agenda-events.ts';
import { type DayRange, daysBetween } from '../agenda-view.ts';

/** A column of the clinic's day: a doctor, or the validations of prescriptions. */
export interface DoctorColumn {
  readonly id: string;
  /** The doctor; null for the validations. */
  readonly name: string | null;
  readonly header: ReactNode;
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
    column: columns[countDays(FIRST_COLUMN, drawn.date) - 1],
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

/** Id of the text that explains how to move an appointment with the keyboard. */
export const KEYBOARD_HINT_ID = 'agenda-keyboard-hint';

/** First and last hour of the grid, as 'HH:00'. */
export interface GridHours {
  readonly from: string;
  readonly to: string;
}

const USUAL_HOURS: GridHours = { from: '08:00', to: '20:00' };
const LAST_HOUR = 24;

/** The full hours that include the working time and the appointments of the days from `first` on. */
export function gridHours(
  parts: readonly Pick<DayPart, 'from' | 'to'>[],
  events: readonly Pick<AgendaEvent, 'start' | 'end'>[],
  first: string,
): GridHours {
  /** Hours of an appointment on its first shown day. */
  const appointmentHours = events.map(({ start, end }) => {
    const day = start.date < first ? first : start.date;
    return {
      from: day === start.date ? start.time : '00:00',
      to: end.date > day ? '24:00' : end.time,
    };
  });
  const spans = [...(parts.length === 0 ? [USUAL_HOURS] : parts), ...appointmentHours];
  const from = Math.min(...spans.map((span) => Math.floor(toMinutes(span.from) / 60)));
  const to = Math.max(...spans.map((span) => Math.ceil(toMinutes(span.to) / 60)));
  return { from: toHour(from), to: toHour(Math.min(to, LAST_HOUR)) };
}

function toHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

const MINUTE_MS = 60_000;

/** Milliseconds since the epoch, updated each minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), MINUTE_MS, { autoInvoke: true });
  return now;
}

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
