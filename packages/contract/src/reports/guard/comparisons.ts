import type { Relation, Subject } from './claims.ts';
import type { Cursor, Parts } from './cursor.ts';
import { mergeLimits, type Phrase, toFigure } from './phrases.ts';
import type { Time } from './times.ts';

export const toSign = (phrase: Phrase | undefined) =>
  phrase?.token.kind === 'sign' ? phrase.token.sign : null;

export interface ComparedSubjects {
  readonly subjects: readonly Subject[];
  readonly isNegated: boolean;
  /** Times between the analytes and the comparison. */
  readonly before: readonly Time[];
}

const RELATIONS = {
  normal: 'inside',
  abnormal: 'outside',
  high: { comparator: '>', includes: false },
  low: { comparator: '<', includes: false },
} as const;

/** 'Elevada', 'por debajo del percentil 5 (16 millones/mL)', 'entre 20 y 25 %', 'dentro del rango de 1.5 a 12.4'. */
export function readComparison(cursor: Cursor, about: ComparedSubjects): boolean {
  const level = cursor.take('level');
  const word = level?.groups.level?.token;
  if (word?.kind === 'level') return compare(cursor, about, level, RELATIONS[word.level]);
  const between = cursor.take('between');
  const { limit: centiles, figure: range } = between?.groups ?? {};
  const isBetween = centiles?.limit?.highCentile !== undefined || range?.amount?.last != null;
  if (between) return isBetween && compare(cursor, about, between, 'inside');
  const place = takeBounds(cursor, 'place');
  const side = place?.groups.place?.token;
  if (side?.kind === 'place') {
    const bound = place?.groups.limit ?? place?.groups.figure;
    return (
      bound !== undefined && compare(cursor, about, place, side.isOutside ? 'outside' : 'inside')
    );
  }
  const { at } = cursor;
  const found = cursor.take('sign');
  const sign = toSign(found?.groups.sign);
  // A single number after words for a range is the patient's. A number after a pause needs a limit before it.
  const { limit, when, pause, figure } = found?.groups ?? {};
  const isInNumbers =
    !(limit?.limit?.isRange && !figure?.amount?.last) && (limit || when || !pause);
  if (sign && isInNumbers && compare(cursor, about, found, sign)) return true;
  cursor.at = at;
  const words = cursor.take('signRange');
  const rangeSign = toSign(words?.groups.sign);
  return rangeSign !== null && compare(cursor, about, words, rangeSign);
}

/** Takes words for a range, with its two numbers. A single number after them is the patient's, and is not taken. */
export function takeBounds(cursor: Cursor, shape: 'place' | 'inside'): Parts | null {
  const { at } = cursor;
  const found = cursor.take(shape);
  if (!found?.groups.figure || found.groups.figure.amount?.last) return found;
  cursor.at = at + (found.all.findIndex(({ token }) => token.kind === 'limit') + 1 || 1);
  const { figure: _, ...groups } = found.groups;
  return { groups, all: found.all.slice(0, cursor.at - at) };
}

export function compare(
  cursor: Cursor,
  { subjects, isNegated, before }: ComparedSubjects,
  found: Parts | null,
  relation: Relation,
): boolean {
  if (found === null) return false;
  const { groups } = found;
  const [subject] = subjects as [Subject];
  const token = groups.level?.token;
  const hasDegree = token?.kind === 'level' && token.hasDegree === true;
  const limitBefore = groups.limit?.limit;
  // '> 81 %, en el percentil 5 o superior' places the value, and does not name the number.
  const isPlaced = groups.limitAfter?.limit?.isAtLeast === true;
  if (isPlaced) cursor.at -= 1;
  const limitAfter = isPlaced ? undefined : groups.limitAfter?.limit;
  const limit =
    limitBefore && limitAfter
      ? mergeLimits(limitBefore, limitAfter)
      : (limitBefore ?? limitAfter ?? null);
  const figure = groups.figure?.amount ? toFigure(groups.figure.amount, subject) : null;
  if ((groups.figure && !figure) || (limitBefore && limitAfter && !limit)) return false;
  const words = limit?.centile !== undefined && groups.limit ? [groups.limit] : found.all;
  const { start, end } = figure ?? cursor.span(words);
  return cursor.add({
    ...{ kind: 'comparison', start, end, subjects, relation, figure, limit, isNegated, hasDegree },
    times: [...cursor.lead, ...before, ...(groups.figure?.times ?? [])],
    limitTimes: groups.when?.times ?? [],
  });
}
