import type { Period } from './period.ts';

const long = new Intl.DateTimeFormat('es-MX', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const short = new Intl.DateTimeFormat('es-MX', { day: 'numeric', month: 'short', timeZone: 'UTC' });

function partsOf(format: Intl.DateTimeFormat, day: string): Record<string, string> {
  const parts = format.formatToParts(new Date(`${day}T00:00:00Z`));
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
}

/** '3 de agosto de 2026' */
function longDay(day: string): string {
  const { day: date, month, year } = partsOf(long, day);
  return `${date} de ${month} de ${year}`;
}

/** '3 ago' */
export function shortDay(day: string): string {
  const { day: date, month = '' } = partsOf(short, day);
  return `${date} ${month.replace('.', '').slice(0, 3)}`;
}

/** '3 ago 2026' */
export function shortDayAndYear(day: string): string {
  return `${shortDay(day)} ${day.slice(0, 4)}`;
}

/** '3–9 ago', '31 ago–6 sep', '28 dic 2026–3 ene 2027', '3 ago' */
export function shortSpan({ start, end }: Period): string {
  if (start === end) return shortDay(start);
  if (start.slice(0, 4) !== end.slice(0, 4)) {
    return `${shortDayAndYear(start)}–${shortDayAndYear(end)}`;
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
