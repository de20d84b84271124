import { getFormatter } from '../../format/dates.ts';
import type { KnownResult } from '../version.ts';

/** A time that a text names: a date, which may lack its day or year, or a place in the order of the samples. */
export type Time =
  | { readonly kind: 'newest'; readonly isSeveral?: true }
  /** `isAnother`: certainly not the newest one. */
  | {
      readonly kind: 'earlier';
      readonly isAnother: boolean;
      /** 'Las muestras previas' say the same of each. */
      readonly isSeveral?: true;
      /** The oldest sample, or the one before the newest; null for any earlier one. */
      readonly rank: 'first' | 'before' | null;
    }
  | {
      readonly kind: 'date';
      readonly day: number | null;
      readonly month: number | null;
      readonly year: number | null;
    };

const MONTHS = 'ene feb mar abr may jun jul ago sep oct nov dic'.split(' ');
const LONG =
  'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre';
const SHORT = 'ene|feb|mar|abr|may|jun|jul|ago|sept?|oct|nov|dic';
const YEAR = String.raw`(?:,? (?:del? )?(?<year>20\d\d))`;
const DATES = [
  String.raw`(?<day>\d{1,2}) (?:de )?(?<month>${LONG}|(?:${SHORT})\b\.?)${YEAR}?(?!\p{L})`,
  String.raw`(?<month>${LONG})${YEAR}?(?!\p{L})`,
  String.raw`(?<month>(?:${SHORT})\b\.?)${YEAR}(?!\p{L})`,
  String.raw`(?<day>\d{1,2})[/-](?<month>\d{1,2})[/-](?<year>20\d\d)(?![\d/])`,
  String.raw`(?<year>20\d\d)-(?<month>\d\d)-(?<day>\d\d)(?![\d/])`,
  String.raw`(?<=(?:en|del|con) (?:el )?(?:ano )?)(?<year>(?:19|20)\d\d)(?![\d/-])`,
].map((pattern) => new RegExp(String.raw`(?<![\p{L}\d/])${pattern}`, 'uy'));

const NEWEST = /(?<!\p{L})(?:ultim[oa]s?|mas recientes?|actual(?:es|mente)?|ahora)(?!\p{L})/uy;
const EARLIER =
  /(?<!\p{L})(?:(?<another>(?:previ[oa]s|previamente|anterior(?:es|mente))|(?<before>previ[oa]|anterior|penultim[oa]))|primer[oa]?|1\.? ?[aªº°]? (?:muestra|estudio|seminograma)|(?:muestra|estudio|seminograma) (?:1|i)|inicial(?:es|mente)?|basal(?:es)?)(?!\p{L})/uy;

const toNumber = (digits: string | undefined) => (digits === undefined ? null : Number(digits));

function matchAt(pattern: RegExp, plain: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(plain);
}

/** The time that is named from a position on; null without one. */
export function readTime(plain: string, at: number): { time: Time; end: number } | null {
  if (!/[\p{L}\p{N}]/u.test(plain.charAt(at))) return null;
  for (const pattern of DATES) {
    const found = matchAt(pattern, plain, at);
    if (found === null) continue;
    const { day, month, year } = found.groups ?? {};
    const named = month === undefined ? -1 : MONTHS.indexOf(month.slice(0, 3));
    const time = {
      kind: 'date' as const,
      day: toNumber(day),
      month: named >= 0 ? named + 1 : toNumber(month),
      year: toNumber(year),
    };
    return { time, end: at + found[0].length };
  }
  const newest = matchAt(NEWEST, plain, at);
  if (newest) {
    const time = { kind: 'newest', ...isPlural(newest[0]) } as const;
    return { time, end: at + newest[0].length };
  }
  const earlier = matchAt(EARLIER, plain, at);
  if (earlier === null) return null;
  const isAnother = earlier.groups?.another !== undefined;
  const rank = !isAnother ? 'first' : earlier.groups?.before === undefined ? null : 'before';
  const time = { kind: 'earlier', isAnother, rank, ...isPlural(earlier[0]) } as const;
  return { time, end: at + earlier[0].length };
}

const isPlural = (words: string) => /s$/.test(words) && ({ isSeveral: true } as const);

/** The times that a text names, in their order. */
export const timesIn = (plain: string): Time[] =>
  Array.from({ length: plain.length }, (_, at) => readTime(plain, at)?.time ?? []).flat();

/** The results of the newest sample of each analyte; `results` are in that order. */
export function takeNewest(results: readonly KnownResult[]): KnownResult[] {
  const newest = new Map<string | null, string | null>();
  return results.filter(({ analyte, name, collectedAt }) => {
    const key = analyte ?? name;
    if (!newest.has(key)) newest.set(key, collectedAt);
    return newest.get(key) === collectedAt;
  });
}

/** The results of all times that a text names beside a figure, newest first; the newest ones without a time. */
export function resultsAt(
  results: readonly KnownResult[],
  times: readonly Time[],
  timeZone: string,
): readonly KnownResult[] {
  const newest = takeNewest(results);
  if (times.length === 0) return newest;
  const earlier = results.filter((one) => !newest.includes(one));
  const isDated = times.some(({ kind }) => kind === 'date');
  return times.reduce<readonly KnownResult[]>((meant, time) => {
    if (time.kind === 'date') return meant.filter((one) => isOn(one, time, timeZone));
    if (time.kind === 'newest') return meant.filter((one) => newest.includes(one));
    const isOnlyOne = earlier.length === 0 && !time.isAnother;
    if (isOnlyOne) return meant;
    // 'La muestra previa, de febrero' is the one of February.
    const rank = isDated ? null : time.rank;
    const ranked = rank === null ? earlier : earlier.filter((one) => isAt(rank, one, earlier));
    return meant.filter((one) => ranked.includes(one));
  }, results);
}

/** Whether a result is of the oldest or newest of some samples; `results` are newest first. */
function isAt(rank: 'first' | 'before', one: KnownResult, results: readonly KnownResult[]) {
  const own = results.filter(({ analyte, name }) => analyte === one.analyte && name === one.name);
  return (rank === 'first' ? own.at(-1) : own[0])?.collectedAt === one.collectedAt;
}

/** Whether a sample was taken then, by the clinic's calendar. */
export function isOn(
  { collectedAt }: Pick<KnownResult, 'collectedAt'>,
  { day, month, year }: Extract<Time, { kind: 'date' }>,
  timeZone: string,
): boolean {
  if (collectedAt === null) return false;
  const format = getFormatter('en-CA', { dateStyle: 'short', timeZone });
  const [ownYear, ownMonth, ownDay] = format.format(new Date(collectedAt)).split('-').map(Number);
  return (
    (month === null || ownMonth === month) &&
    (day === null || ownDay === day) &&
    (year === null || ownYear === year)
  );
}
