import { describeCalendarDay, formatDay, getFormatter } from '@simiente/contract/format/dates';
import type { Period } from './period.ts';

/** '3 de agosto de 2026' */
function longDay(day: string): string {
  const format = getFormatter('es-MX', { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}

/** '3 ago' */
export function shortDay(day: string): string {
  return formatDay(day, { timeZone: 'UTC', year: false });
}

/** '3–9 ago', '31 ago–6 sep', '28 dic 2026–3 ene 2027', '3 ago' */
export function shortSpan({ start, end }: Period): string {
  if (start === end) return shortDay(start);
  if (start.slice(0, 4) !== end.slice(0, 4)) {
    return `${describeCalendarDay(start)}–${describeCalendarDay(end)}`;
  }
  const isOneMonth = start.slice(0, 7) === end.slice(0, 7);
  return `${isOneMonth ? Number(start.slice(8)) : shortDay(start)}–${shortDay(end)}`;
}

/** 'del 3 de agosto al 1 de noviembre de 2026', 'del 3 al 9 de agosto de 2026'; with both years if they differ. */
export function describePeriod({ start, end }: Period): string {
  if (start === end) return `del ${longDay(start)}`;
  const [date, month, year] = longDay(start).split(' de ');
  const isOneMonth = start.slice(0, 7) === end.slice(0, 7);
  const isOneYear = start.slice(0, 4) === end.slice(0, 4);
  const first = [date, ...(isOneMonth ? [] : [month]), ...(isOneYear ? [] : [year])].join(' de ');
  return `del ${first} al ${longDay(end)}`;
}
