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
  const newest = takeNewest(results);
  const before = plain.slice(figure.previous ?? start, figure.number.start);
  const isNewest = NEWEST.test(before);
  switch (timeNamed(sentence)) {
    case 'several': {
      const behind = dateBehind(sentence, figure.end - start);
      if (behind) return results.filter((result) => isOn(result, behind, timeZone));
      if (isNewest) return newest;
      return EARLIER.test(before) ? results.filter((result) => !newest.includes(result)) : results;
    }
    case 'dated': {
      const dates = isOwn
        ? datesBeside(sentence, figure.number.start - start, figure.end - start)
        : datesIn(sentence);
      if (dates.length === 0) return newest;
      const inTime = results.filter((result) => dates.some((date) => isOn(result, date, timeZone)));
      if (isNewest) return inTime.filter((result) => newest.includes(result));
      const isEarlier = EARLIER.exec(before)?.groups?.another !== undefined;
      return isEarlier ? inTime.filter((result) => !newest.includes(result)) : inTime;
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

/** The nearest change in front of its first value. */
export const changeBefore = (plain: string, from: number, first: Pick<Figure, 'number'>) =>
  [...plain.slice(from, first.number.start).matchAll(new RegExp(CHANGES, 'gu'))].at(-1);

/** Whether a second value may follow the one in front of it in 'bajó de 20 a 14'. */
export function mayFollow({ plain, figure, quoted }: FigureContext, result: KnownResult): boolean {
  const before = quoted.at(-1);
  if (!before?.result || before.figure.sentence !== figure.sentence) return true;
  const joint = plain.slice(before.figure.end, figure.number.start);
  if (!TO.test(joint)) return true;
  const change = changeBefore(plain, figure.sentence.start, before.figure);
  if (change === undefined) return true;
  const grows = compareDecimals(result.value, before.result.value);
  if (change.groups?.up !== undefined && grows <= 0) return false;
  if (change.groups?.down !== undefined && grows >= 0) return false;
  return (before.result.collectedAt ?? '') < (result.collectedAt ?? '');
}
