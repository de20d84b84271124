import { compareDecimals } from '../../results/decimal.ts';
import type { KnownResult } from '../version.ts';
import { CHANGES, datesIn, EARLIER, isOn, NEWEST, timeNamed } from './dates-in-text.ts';
import type { Figure } from './figures.ts';
import type { FigureContext } from './finding.ts';

/** The results of the newest sample of each analyte; `results` are in that order. */
export function takeNewest(results: readonly KnownResult[]): KnownResult[] {
  const newest = new Map<string | null, string | null>();
  return results.filter(({ analyte, name, collectedAt }) => {
    const key = analyte ?? name;
    if (!newest.has(key)) newest.set(key, collectedAt);
    return newest.get(key) === collectedAt;
  });
}

/** The date right behind a figure: '9 millones/mL en noviembre', '(enero)'. */
function dateBehind(sentence: string, end: number) {
  return datesIn(sentence).find(
    ({ start }) => start >= end && /^[ ,(]*(?:(?:en|el|del?) )*$/.test(sentence.slice(end, start)),
  );
}

/** The date beside a figure: the one right behind it, otherwise the last in front; any date if all follow. */
function datesBeside(sentence: string, at: number, end: number) {
  // 'Menor que la de abril' is about another value than the one in front.
  const dates = datesIn(sentence).filter(
    ({ start }) =>
      start < at || !/(?:que|[ac]on?|a) (?:el|la|l[oa]s) (?:de )?$/.test(sentence.slice(0, start)),
  );
  const beside = dateBehind(sentence, end) ?? dates.findLast(({ start }) => start < at);
  return beside ? [beside] : dates;
}

const ORDINALS = ['primer', 'segund', 'tercer', 'cuart'];
const ORDINAL =
  /(?<!\p{L})(?<nth>primer|segund|tercer|cuart)[oa]? (?:muestra|estudio|seminograma|espermatobioscopia|toma|analisis|determinacion|medicion)(?!\p{L})/gu;

/** The results of a numbered sample, the oldest being the first; null where the words name none. */
function ofNumbered(words: string, results: readonly KnownResult[]): KnownResult[] | null {
  const named = [...words.matchAll(ORDINAL)].at(-1)?.groups?.nth;
  if (named === undefined) return null;
  const days = [...new Set(results.map(({ collectedAt }) => collectedAt))].toReversed();
  const day = days[ORDINALS.indexOf(named)];
  return results.filter(({ collectedAt }) => day !== undefined && collectedAt === day);
}

/** The results that a figure may quote by the time that its sentence names. */
export function resultsInTime({
  plain,
  figure,
  results,
  timeZone,
}: {
  readonly plain: string;
  readonly figure: Pick<Figure, 'sentence' | 'end' | 'previous' | 'time'> & {
    readonly number: { readonly start: number };
  };
  /** Newest first. */
  readonly results: readonly KnownResult[];
  readonly timeZone: string;
}): readonly KnownResult[] {
  const { start, end } = figure.sentence;
  const own = plain.slice(start, end);
  // A time in front of the sentence is that of all that follows.
  const isOwn = figure.time === '' || timeNamed(own) !== 'none';
  const sentence = isOwn ? own : figure.time;
  const numbered = ofNumbered(plain.slice(start, figure.number.start), results);
  if (numbered) return numbered;
  const newest = takeNewest(results);
  switch (timeNamed(sentence)) {
    case 'several': {
      const behind = dateBehind(sentence, figure.end - start);
      if (behind) return results.filter((result) => isOn(result, behind, timeZone));
      const before = plain.slice(figure.previous ?? start, figure.number.start);
      if (NEWEST.test(before)) return newest;
      return EARLIER.test(before) ? results.filter((result) => !newest.includes(result)) : results;
    }
    case 'dated': {
      const dates = isOwn
        ? datesBeside(sentence, figure.number.start - start, figure.end - start)
        : datesIn(sentence);
      if (dates.length === 0) return newest;
      return results.filter((result) => dates.some((date) => isOn(result, date, timeZone)));
    }
    case 'earlier': {
      const earlier = results.filter((result) => !newest.includes(result));
      const isOther = EARLIER.exec(sentence)?.groups?.another !== undefined;
      return earlier.length > 0 || isOther ? earlier : newest;
    }
    default:
      return newest;
  }
}

/** Text between two values of a change: 'de 20 a 14', 'de 20 en enero a 14'. */
export const TO =
  /^ *(?:(?:en|del?) \p{L}+(?: (?:del? )?20\d\d)? )?(?:a|al|hasta)(?: (?:los|las))? *$/u;

/** Whether a second value may follow the one in front of it in 'bajó de 20 a 14'. */
export function mayFollow({ plain, figure, quoted }: FigureContext, result: KnownResult): boolean {
  const before = quoted.at(-1);
  if (!before?.result || before.figure.sentence !== figure.sentence) return true;
  const joint = plain.slice(before.figure.end, figure.number.start);
  if (!TO.test(joint)) return true;
  const change = CHANGES.exec(plain.slice(figure.sentence.start, before.figure.number.start));
  if (change === null) return true;
  const grows = compareDecimals(result.value, before.result.value);
  if (change.groups?.up !== undefined && grows <= 0) return false;
  if (change.groups?.down !== undefined && grows >= 0) return false;
  return (before.result.collectedAt ?? '') < (result.collectedAt ?? '');
}
