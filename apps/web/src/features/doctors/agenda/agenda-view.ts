import { addDays } from '@simiente/contract/common/days';
import { getWeekday } from '@simiente/contract/doctors/holidays';
import { getFormatter } from '@simiente/contract/format/dates';
import type { AgendaView } from './agenda-search.ts';

// Days are texts, 'YYYY-MM-DD', independent of any time zone.

const toUtc = (day: string) => new Date(`${day}T00:00:00Z`);

/** Moves a day by months, at most to the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const date = toUtc(`${day.slice(0, 7)}-01`);
  date.setUTCMonth(date.getUTCMonth() + months + 1, 0);
  const lastDay = date.toISOString().slice(0, 10);
  const sameDay = `${lastDay.slice(0, 8)}${day.slice(8)}`;
  return sameDay < lastDay ? sameDay : lastDay;
}

/** The Monday on or before a day. */
export function findMonday(day: string): string {
  return addDays(day, -((getWeekday(day) + 6) % 7));
}

/** Every day of a period, first and last included. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

export const agendaViews = [
  { value: 'dia', label: 'Día' },
  { value: 'semana', label: 'Semana' },
  { value: 'mes', label: 'Mes' },
  { value: 'lista', label: 'Lista' },
] as const satisfies readonly { value: AgendaView; label: string }[];

/** First and last day of a view, both included. */
export interface DayRange {
  readonly first: string;
  readonly last: string;
}

export function toDayRange(view: AgendaView, date: string): DayRange {
  if (view === 'dia') return { first: date, last: date };
  if (view !== 'mes') return { first: findMonday(date), last: addDays(findMonday(date), 6) };
  const first = `${date.slice(0, 7)}-01`;
  return {
    first: findMonday(first),
    last: addDays(findMonday(addDays(addMonths(first, 1), -1)), 6),
  };
}

export const isWithin = (day: string, { first, last }: DayRange) => first <= day && day <= last;

/** The date one day, week or month away. */
export function shiftDate(view: AgendaView, date: string, direction: 1 | -1): string {
  if (view === 'dia') return addDays(date, direction);
  return view === 'mes' ? addMonths(date, direction) : addDays(date, 7 * direction);
}

/** 'lun 23 nov 2026', '2–7 nov 2026', '30 nov – 5 dic 2026', 'noviembre 2026'. */
export function rangeTitle(
  view: AgendaView,
  date: string,
  { first, last: end }: DayRange,
  withSundays: boolean,
): string {
  if (view === 'dia') return `${weekday(date)} ${dayAndMonth(date)} ${date.slice(0, 4)}`;
  if (view === 'mes') return `${month(date, 'long')} ${date.slice(0, 4)}`;
  const last = withSundays ? end : addDays(end, -1);
  const until = `${dayAndMonth(last)} ${last.slice(0, 4)}`;
  if (first.slice(0, 4) !== last.slice(0, 4)) {
    return `${dayAndMonth(first)} ${first.slice(0, 4)} – ${until}`;
  }
  if (first.slice(0, 7) !== last.slice(0, 7)) return `${dayAndMonth(first)} – ${until}`;
  return `${Number(first.slice(8))}–${until}`;
}

/** 'lunes 23 de noviembre'. */
export function longDay(day: string): string {
  const format = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  return getFormatter('es-MX', format).format(toUtc(day)).replace(',', '');
}

/** 'lun': cut here, because browsers abbreviate differently. */
export function weekday(day: string): string {
  const name = getFormatter('es-MX', { weekday: 'long', timeZone: 'UTC' });
  return name.format(toUtc(day)).slice(0, 3);
}

function dayAndMonth(day: string): string {
  return `${Number(day.slice(8))} ${month(day, 'short')}`;
}

function month(day: string, length: 'short' | 'long'): string {
  const name = getFormatter('es-MX', { month: 'long', timeZone: 'UTC' }).format(toUtc(day));
  return length === 'long' ? name : name.slice(0, 3);
}
