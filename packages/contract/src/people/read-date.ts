import { addDays, isCalendarDay } from '../common/days.ts';
import type { ColumnMeaning } from './columns.ts';

const MONTHS = 'ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic'.split('|');
const ENGLISH_MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'.split('|');

const NUMBERS = /^(?<one>\d{1,2})[/.\s-]+(?<two>\d{1,2})[/.\s-]+(?<year>\d{4}|\d{2})(?!\d)/;
const YEAR_FIRST = /^(?<year>\d{4})[/.\s-](?<month>\d{1,2})[/.\s-](?<day>\d{1,2})(?!\d)/;
const DAY_NAMED =
  /^(?:\p{L}{3,9},? )?(?<day>\d{1,2})[ºo]?(?: de |[\s/.-]+)(?<name>\p{L}{3,10})\.?(?: del? |[\s/.,-]+)(?<year>\d{4}|\d{2})(?!\d)/iu;
const NAME_FIRST = /^(?<name>\p{L}{3,10})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})/iu;
const COMPACT = /^(?<year>(?:19|20)\d{2})(?<month>\d{2})(?<day>\d{2})$/;
/** Days since the beginning of Excel's calendar, until the year 2119. */
const SERIAL = /^\d{1,5}(?:\.\d+)?$/;

export const TWO_DIGITS =
  /^\D*\d{1,2}[/.\s-]+(?:\d{1,2}|(?:de )?\p{L}{3,10}\.?)[/.,\s-]+(?:del? )?\d{2}(?!\d)/u;

interface DateReading extends Pick<ColumnMeaning, 'order' | 'century'> {
  /** Whether bare numbers count days from 1904. */
  readonly is1904: boolean;
  readonly today: string;
}

const NO_DATE = 'Esa fecha no existe.';
const NO_ORDER = 'No se sabe si va primero el día o el mes. Indica el orden de la columna.';
const NO_CENTURY =
  'El año tiene dos cifras. Escríbelo con cuatro, o indica el siglo de la columna.';

/** A day as a spreadsheet has it, in Spanish or English; its hour is left out. */
export function readDay(
  text: string,
  { order, century, is1904, today }: DateReading,
): { readonly day: string } | { readonly problem: string } {
  if (SERIAL.test(text)) return check(fromSerial(Math.floor(Number(text)), is1904));
  const whole = (YEAR_FIRST.exec(text) ?? COMPACT.exec(text))?.groups;
  if (whole) return check(toDay(whole.year, whole.month, whole.day));
  const named = (DAY_NAMED.exec(text) ?? NAME_FIRST.exec(text))?.groups;
  const numbers = NUMBERS.exec(text)?.groups;
  const parts = named ?? numbers;
  if (parts === undefined) return { problem: NO_DATE };
  const year = toYear(parts.year ?? '', century, today);
  if (year === null) return { problem: NO_CENTURY };
  if (named) return check(toDay(year, String(monthNumber(named.name ?? '')), named.day));
  const { one = '', two = '' } = parts;
  if (order === undefined && one !== two) return { problem: NO_ORDER };
  return check(order === 'month-first' ? toDay(year, one, two) : toDay(year, two, one));
}

const check = (day: string) => (isCalendarDay(day) ? { day } : { problem: NO_DATE });

const toDay = (year = '', month = '', day = '') =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

function monthNumber(name: string): number {
  const start = name.slice(0, 3).toLowerCase();
  return Math.max(MONTHS.indexOf(start), ENGLISH_MONTHS.indexOf(start)) + 1;
}

/** Excel's calendar has a 29 February 1900, so its first two months are one day off. */
function fromSerial(days: number, is1904: boolean): string {
  return is1904 ? addDays('1904-01-01', days) : addDays('1899-12-30', days < 60 ? days + 1 : days);
}

function toYear(year: string, century: DateReading['century'], today: string): string | null {
  if (year.length === 4) return year;
  if (century === undefined) return null;
  return century === '1900' || year > today.slice(2, 4) ? `19${year}` : `20${year}`;
}
