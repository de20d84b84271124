import { formatter } from '../../format/dates.ts';
import type { KnownResult } from '../version.ts';

/** A date as a text has it, which may lack its day or its year. */
interface WrittenDate {
  readonly start: number;
  readonly day: number | null;
  readonly month: number | null;
  readonly year: number | null;
}

const MONTHS = 'ene feb mar abr may jun jul ago sep oct nov dic'.split(' ');
const MONTH = String.raw`(?<month>ene(?:ro)?|feb(?:rero)?|mar(?:zo)?|abr(?:il)?|may(?:o)?|jun(?:io)?|jul(?:io)?|ago(?:sto)?|sep(?:t|tiembre)?|oct(?:ubre)?|nov(?:iembre)?|dic(?:iembre)?)\.?(?!\p{L})`;
const IN_WORDS = new RegExp(
  String.raw`(?<!\p{L})(?:(?<day>\d{1,2}) (?:de )?|(?:en|de|del mes de) |(?=\p{L}{3,10}\.?,? (?:del? )?20\d\d))${MONTH}(?:,? (?:del? )?(?<year>20\d\d))?`,
  'gu',
);
const YEAR_ALONE = /(?<!\p{L})(?:en|del) (?:el )?(?:ano )?(?<year>(?:19|20)\d\d)(?![\d/-])/gu;
const IN_DIGITS =
  /(?<![\d/])(?:(?<day>\d{1,2})[/-](?<month>\d{1,2})[/-](?<year>20\d\d)|(?<isoYear>20\d\d)-(?<isoMonth>\d\d)-(?<isoDay>\d\d))(?![\d/])/g;

export const DATES = [IN_WORDS, YEAR_ALONE, IN_DIGITS];

export function datesIn(plain: string): readonly WrittenDate[] {
  const inWords = [...plain.matchAll(IN_WORDS)].map((found) => {
    const { day, month = '', year } = found.groups ?? {};
    return {
      start: found.index,
      day: day === undefined ? null : Number(day),
      month: MONTHS.indexOf(month.slice(0, 3)) + 1,
      year: year === undefined ? null : Number(year),
    };
  });
  const inDigits = [...plain.matchAll(IN_DIGITS)].map((found) => {
    const { day, month, year, isoDay, isoMonth, isoYear } = found.groups ?? {};
    return {
      start: found.index,
      day: Number(day ?? isoDay),
      month: Number(month ?? isoMonth),
      year: Number(year ?? isoYear),
    };
  });
  const years = [...plain.matchAll(YEAR_ALONE)].map(({ index, groups }) => ({
    start: index,
    day: null,
    month: null,
    year: Number(groups?.year),
  }));
  return [...inWords, ...inDigits, ...years].toSorted((one, other) => one.start - other.start);
}

/** Whether a sample was taken then, by the clinic's calendar. */
export function isOn(
  { collectedAt }: Pick<KnownResult, 'collectedAt'>,
  { day, month, year }: WrittenDate,
  timeZone: string,
): boolean {
  if (collectedAt === null) return false;
  const format = formatter('en-CA', { dateStyle: 'short', timeZone });
  const [ownYear, ownMonth, ownDay] = format.format(new Date(collectedAt)).split('-').map(Number);
  return (
    (month === null || ownMonth === month) &&
    (day === null || ownDay === day) &&
    (year === null || ownYear === year)
  );
}

/** A sentence with these speaks of several samples. */
export const CHANGES =
  /(?<!\p{L})(?:pas(?:o|aron) de|(?<up>subi(?:o|eron)|aument(?:o|aron)|increment(?:o|aron)|ascendi(?:o|eron))|(?<down>baj(?:o|aron) (?:de|desde|a)|disminuy(?:o|eron)|descendi(?:o|eron)|redujo|cayo)|cambi(?:o|aron)|mejor(?:o|aron|ia)|empeor\p{L}*|compar\p{L}*|frente a|respecto|contra|despues|luego|evoluci\p{L}*)(?!\p{L})/u;
export const NEWEST =
  /(?<!\p{L})(?:ultim[oa]s?|mas recientes?|actual(?:es|mente)?|hoy|ahora)(?!\p{L})/u;
export const EARLIER =
  /(?<!\p{L})(?:(?<another>antes(?! que)|previ[oa]s?|previamente|anterior(?:es|mente)?|penultim[oa]|(?:ano|mes|semana) pasad[oa]|hace (?:\p{L}+|\p{N}+) (?:anos?|mes(?:es)?|semanas?|dias?))|primer[oa]?|1\.? ?[aªº°]? (?:muestra|estudio|seminograma)|(?:muestra|estudio|seminograma) (?:1|i)|inicial(?:es|mente)?|basal(?:es)?|eran?|habia|tenia)(?!\p{L})/u;
/** Samples that a sentence is about; the newest one by default. */
export type TimeNamed = 'several' | 'dated' | 'newest' | 'earlier' | 'none';

export function timeNamed(sentence: string): TimeNamed {
  if (CHANGES.test(sentence)) return 'several';
  if (datesIn(sentence).length > 0) return 'dated';
  const isEarlier = EARLIER.test(sentence);
  if (NEWEST.test(sentence)) return isEarlier ? 'several' : 'newest';
  return isEarlier ? 'earlier' : 'none';
}
