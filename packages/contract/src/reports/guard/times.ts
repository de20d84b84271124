import { getFormatter } from '../../format/dates.ts';
import type { QuotableResult } from '../version.ts';
import { matchAt } from './plain-text.ts';

/** A time that a text names: a date, which may lack its day or year, or a place in the order of the samples. */
export type Time =
  | {
      readonly kind: 'sample';
      /** The number of one of several samples, the oldest being 1; 'before' is the last but one, 'both' means each of two. */
      readonly rank: number | 'basal' | 'newest' | 'before' | 'earlier' | 'both';
      /** 'Las muestras previas': the statement is about each of them. */
      readonly isSeveral?: true;
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

/**
 * The place of a sample among others: 'última', 'previa', 'segunda', 'ambas muestras', but not an ordinal of something
 * else, as in 'primera cuenta'.
 */
const PLACE =
  /(?<!\p{L})(?:(?<newest>ultim[oa]s?|mas recientes?|actual(?:es|mente)?|ahora)|(?<earlier>previ[oa]s|previamente|anterior(?:es|mente))|(?<before>previ[oa]|(?<!lo )anterior|penultim[oa])|(?:(?<second>(?<!una? )segund[oa])|(?<third>(?<!una? )tercer[oa]?)|primer[oa]?)(?! (?:eyacul|cuenta|conteo|lectura|fraccion|porcion|gota|orina|vez|visita|consulta|cita|opcion|linea|lugar|paso|hora|trimestre|semestre))|(?<ordinal>[1-3])\.? ?[aªº°]? (?:muestra|estudio|seminograma)|(?:muestra|estudio|seminograma) (?<number>[1-3])|(?<basal>inicial(?:es|mente)?|basal(?:es)?)|(?<both>(?:amb[ao]s|(?:l[ao]s|[ts]us) dos) (?:muestras|estudios|seminogramas|analisis|mediciones)))(?![\p{L}\p{N}])/uy;

const toNumber = (digits: string | undefined) => (digits === undefined ? null : Number(digits));

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
  const found = matchAt(PLACE, plain, at);
  if (found === null) return null;
  const rank = readRank(found.groups);
  const time = { kind: 'sample', rank, ...(rank !== 'both' && isPlural(found[0])) } as const;
  return { time, end: at + found[0].length };
}

function readRank(groups: Readonly<Record<string, string | undefined>> = {}) {
  const { newest, earlier, before, basal, second, third, ordinal, number, both } = groups;
  if (newest) return 'newest';
  if (both) return 'both';
  if (earlier) return 'earlier';
  if (before) return 'before';
  if (basal) return 'basal';
  return second ? 2 : third ? 3 : Number(ordinal ?? number ?? 1);
}

const isPlural = (words: string) => /s$/.test(words) && ({ isSeveral: true } as const);

/** The times that a text names, in their order. */
export const timesIn = (plain: string): Time[] =>
  Array.from({ length: plain.length }, (_, at) => readTime(plain, at)?.time ?? []).flat();

/** The results of the newest sample of each analyte; `results` are in that order. */
export function takeNewest(results: readonly QuotableResult[]): QuotableResult[] {
  const newest = new Map<string | null, string | null>();
  return results.filter(({ analyte, name, collectedAt }) => {
    const key = analyte ?? name;
    if (!newest.has(key)) newest.set(key, collectedAt);
    return newest.get(key) === collectedAt;
  });
}

/** The results of all times that a text names beside a figure, newest first; the newest ones without a time. */
export function findResultsAt(
  results: readonly QuotableResult[],
  times: readonly Time[],
  record: Samples,
): readonly QuotableResult[] {
  if (times.length === 0) return takeNewest(results);
  const isDated = times.some(({ kind }) => kind === 'date');
  return results.filter((one) =>
    times.every((time) =>
      // 'La muestra previa, de febrero' is the one of February.
      matchesTime(
        one,
        isDated && 'rank' in time && time.rank === 'before' ? EARLIER_SAMPLE : time,
        record,
      ),
    ),
  );
}

/** Whether a statement is about both of two samples, so that one result does not confirm it. */
export const namesBothSamples = (times: readonly Time[]) =>
  times.some((time) => 'rank' in time && time.rank === 'both');

export const EARLIER_SAMPLE = { kind: 'sample', rank: 'earlier' } as const;

interface Samples {
  readonly known: readonly Pick<QuotableResult, 'examType' | 'collectedAt'>[];
  readonly timeZone: string;
}

/** Whether a result has the time of a text. Samples are numbered within their study, also those without the analyte. */
export function matchesTime(
  one: Pick<QuotableResult, 'examType' | 'collectedAt'>,
  time: Time,
  { known, timeZone }: Samples,
): boolean {
  if (time.kind === 'date') return isOn(one, time, timeZone);
  const studyResults = known.filter(({ examType }) => examType === one.examType);
  const samples = [...new Set(studyResults.map(({ collectedAt }) => collectedAt ?? ''))].toSorted();
  const number = samples.indexOf(one.collectedAt ?? '') + 1;
  if (time.rank === 'earlier') return number < samples.length;
  if (time.rank === 'both') return samples.length === 2;
  if (typeof time.rank === 'number') return samples.length > 1 && number === time.rank;
  const ranks = { basal: 1, newest: samples.length, before: samples.length - 1 };
  return number === ranks[time.rank];
}

/** Whether a sample was taken then, by the clinic's calendar. */
function isOn(
  { collectedAt }: Pick<QuotableResult, 'collectedAt'>,
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
