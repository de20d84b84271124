import { addDays, FIRST_DAY, isCalendarDay, LAST_DAY } from './days.ts';

const MONTHS = [
  'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre',
  'january|february|march|april|may|june|july|august|september|october|november|december',
].map((names) => names.split('|'));

/** '31/12/1990' */
const NUMBERS = /^(?<one>\d{1,2})[/.\s-]+(?<two>\d{1,2})[/.\s-]+(?<year>\d{4}|\d{2})(?!\d)/;
/** '1990-12-31' */
const YEAR_FIRST = /^(?<year>\d{4})[/.\s-](?<month>\d{1,2})[/.\s-](?<day>\d{1,2})(?!\d)/;
/** '31 de diciembre de 1990', '31-dic-90' */
const DAY_NAMED =
  /^(?:\p{L}{3,9}[.,]? )?(?<day>\d{1,2})(?:[ºo°]|er|st|nd|rd|th)?(?: de |[\s/.-]*)(?<name>\p{L}{3,10})\.?(?: del? |[\s/.,-]*)(?<year>\d{4}|\d{2})(?!\d)/iu;
/** 'December 31, 1990' */
const NAME_FIRST =
  /^(?:\p{L}{3,9}[.,]? )?(?<name>\p{L}{3,10})\.?[ -](?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? (?:del? )?|-)(?<year>\d{4})(?!\d)/iu;
/** '1990-dic-31' */
const YEAR_NAMED = /^(?<year>\d{4})[\s/.-](?<name>\p{L}{3,10})\.?[\s/.-](?<day>\d{1,2})(?!\d)/iu;
/** '19901231' */
const COMPACT = /^(?<year>(?:19|20)\d{2})(?<month>\d{2})(?<day>\d{2})(?!\d)/;
/** Days since the start of Excel's calendar. Five digits reach the year 2173. */
const SERIAL = /^\d{1,5}(?:\.\d+)?$/;

/** '31/12/90', '31 de dic. de 90' */
const TWO_DIGITS =
  /^\D*\d{1,2}[/.\s-]+(?:\d{1,2}|(?:de )?\p{L}{3,10}\.?)[/.,\s-]+(?:del? )?(?<year>\d{2})(?!\d)/u;

interface DateOptions {
  /** Whether the day or the month comes first if both are numbers. */
  readonly order: 'day-first' | 'month-first' | undefined;
  /** Century of two-digit years: the latest year that is not after today, or a fixed century. */
  readonly century: 'latest' | '1900' | '2000' | undefined;
  /** Whether Excel's day numbers count from 1904 instead of 1900; null if a bare number is not a date. */
  readonly is1904: boolean | null;
  readonly today: string;
}

const YEAR = /^(?:19|20)\d{2}$/;

const NO_DATE = 'Esa fecha no existe.';
const OTHER_YEAR = `Escribe un año entre ${FIRST_DAY.slice(0, 4)} y ${LAST_DAY.slice(0, 4)}.`;
const UNREADABLE_DATE = 'No es una fecha completa. Escríbela como 31/12/1990.';
const NO_ORDER = 'No se sabe si va primero el día o el mes. Indica el orden de la columna.';
const NO_CENTURY =
  'El año tiene dos cifras. Escríbelo con cuatro, o indica el siglo de la columna.';

/** Parses a day, in Spanish or English, by the options of its column, and returns the text after it. */
export function readDay(
  text: string,
  { order, century, is1904, today }: DateOptions,
): { readonly day: string; readonly textAfter: string } | { readonly problem: string } {
  if (YEAR.test(text)) return { problem: 'Solo tiene el año. Escribe también el día y el mes.' };
  if (is1904 !== null && SERIAL.test(text)) {
    return checkDay(fromSerial(Math.floor(Number(text)), is1904), '');
  }
  const match = [YEAR_FIRST, COMPACT, YEAR_NAMED, DAY_NAMED, NAME_FIRST, NUMBERS]
    .map((format) => format.exec(text))
    .find((result) => result !== null);
  if (match?.groups === undefined) return { problem: UNREADABLE_DATE };
  const { year: yearDigits = '', name, one, two } = match.groups;
  const year = toYear(yearDigits, century, today);
  if (year === null) return { problem: NO_CENTURY };
  if (one !== two && order === undefined) return { problem: NO_ORDER };
  const [first, second] = order === 'month-first' ? [two, one] : [one, two];
  const { day = first, month = name === undefined ? second : monthNumber(name) } = match.groups;
  return checkDay(toDay(year, month, day), text.slice(match[0].length));
}

function checkDay(day: string, textAfter: string) {
  const problem = day < FIRST_DAY || day > LAST_DAY ? OTHER_YEAR : NO_DATE;
  return isCalendarDay(day) ? { day, textAfter } : { problem };
}

const toDay = (year: string, month = '', day = '') =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

/** The month number, such as '2' for 'Feb' or 'febrero'; '0' if no month begins with the word. */
function monthNumber(name: string): string {
  const prefix = name
    .toLocaleLowerCase('es')
    .replace('setiem', 'septiem')
    .replace(/^mzo$/, 'marzo');
  const monthIndexes = MONTHS.map((names) => names.findIndex((month) => month.startsWith(prefix)));
  return String(Math.max(...monthIndexes) + 1);
}

/** Excel's calendar has a 29 February 1900, so its first two months are a day off. */
function fromSerial(days: number, is1904: boolean): string {
  return is1904 ? addDays('1904-01-01', days) : addDays('1899-12-30', days < 60 ? days + 1 : days);
}

function toYear(year: string, century: DateOptions['century'], today: string): string | null {
  if (year.length === 4) return year;
  const isAmbiguous = isAmbiguousYear(year, today);
  if (century === undefined && isAmbiguous) return null;
  const is1900s = century === '1900' || (century !== '2000' && !isAmbiguous);
  return `${is1900s ? '19' : '20'}${year}`;
}

/** Whether a year of two digits can be in either century: in 2026, 25 is 1925 or 2025, but 27 is 1927. */
const isAmbiguousYear = (year: string, today: string) => year <= today.slice(2, 4);

/** The first date of a column whose year can be in either century. */
export const findUnclearYear = (cells: readonly string[], today: string): string | undefined =>
  cells.find((cell) => {
    const year = TWO_DIGITS.exec(cell.slice(0, 60))?.groups?.year;
    return year !== undefined && isAmbiguousYear(year, today);
  });

/**
 * The order of day and month that the dates of a column prove; null if every date is ambiguous, or they contradict
 * each other. A column without dates in numbers is read with the day first.
 */
export function findProvenOrder(cells: readonly string[]): 'day' | 'month' | null {
  const pairs = cells.map(readPair).filter(([one, two]) => one !== two && Math.min(one, two) <= 12);
  const isDay = pairs.some(([first]) => first > 12);
  const isMonth = pairs.some(([, second]) => second > 12);
  if (isDay !== isMonth) return isDay ? 'day' : 'month';
  return pairs.length === 0 ? 'day' : null;
}

/** The first date of a column whose day and month could be swapped. */
export const findUnclearOrder = (cells: readonly string[]): string | undefined =>
  cells.find((cell) => {
    const [one, two] = readPair(cell);
    return one !== two && Math.max(one, two) <= 12;
  });

/** The first two numbers of a date such as 3/4/1990, which are its day and month; [0, 0] for any other text. */
function readPair(cell: string): readonly [number, number] {
  const { one = '', two = '' } = NUMBERS.exec(cell.trim())?.groups ?? {};
  return [Number(one), Number(two)];
}
