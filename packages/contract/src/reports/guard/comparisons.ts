import type { Relation, Subject } from './claims.ts';
import type { Cursor, Parts } from './cursor.ts';
import { mergeLimits, type Phrase, toFigure } from './phrases.ts';
import type { Time } from './times.ts';

export const signOf = (phrase: Phrase | undefined) =>
  phrase?.token.kind === 'sign' ? phrase.token.sign : null;

export interface Compared {
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
export function readComparison(cursor: Cursor, about: Compared): boolean {
  const level = cursor.take('level');
  const word = level?.of.level?.token;
  if (word?.kind === 'level') return compare(cursor, about, level, RELATIONS[word.level]);
  const between = cursor.take('between');
  const { limit: centiles, figure: range } = between?.of ?? {};
  const isBetween = centiles?.limit?.highCentile !== undefined || range?.amount?.last != null;
  if (between) return isBetween && compare(cursor, about, between, 'inside');
  const place = takeBounds(cursor, 'place');
  const side = place?.of.place?.token;
  if (side?.kind === 'place') {
    const isOf = place?.of.limit ?? place?.of.figure;
    return (
      isOf !== undefined && compare(cursor, about, place, side.isOutside ? 'outside' : 'inside')
    );
  }
  const { at } = cursor;
  const found = cursor.take('sign');
  const sign = signOf(found?.of.sign);
  // A single number behind words for a range is the patient's, and one behind a pause needs a limit in front.
  const { limit, when, pause, figure } = found?.of ?? {};
  const isInNumbers =
    !(limit?.limit?.isRange && !figure?.amount?.last) && (limit || when || !pause);
  if (sign && isInNumbers && compare(cursor, about, found, sign)) return true;
  cursor.at = at;
  const words = cursor.take('signRange');
  const named = signOf(words?.of.sign);
  return named !== null && compare(cursor, about, words, named);
}

/** Words for a range, with its two numbers: a single number behind them is the patient's. */
export function takeBounds(cursor: Cursor, shape: 'place' | 'inside'): Parts | null {
  const { at } = cursor;
  const found = cursor.take(shape);
  if (!found?.of.figure || found.of.figure.amount?.last) return found;
  cursor.at = at + (found.all.findIndex(({ sign }) => sign === 'L') + 1 || 1);
  const { figure: _, ...of } = found.of;
  return { of, all: found.all.slice(0, cursor.at - at) };
}

export function compare(
  cursor: Cursor,
  { subjects, isNegated, before }: Compared,
  found: Parts | null,
  relation: Relation,
): boolean {
  if (found === null) return false;
  const { of } = found;
  const [subject] = subjects as [Subject];
  const front = of.limit?.limit;
  const behind = of.behind?.limit;
  const limit = front && behind ? mergeLimits(front, behind) : (front ?? behind ?? null);
  const figure = of.figure?.amount ? toFigure(of.figure.amount, subject) : null;
  if ((of.figure && !figure) || (front && behind && !limit)) return false;
  const words = limit?.centile !== undefined && of.limit ? [of.limit] : found.all;
  const { start, end } = figure ?? cursor.span(words);
  return cursor.add({
    ...{ kind: 'comparison', start, end, subjects, relation, figure, limit, isNegated },
    times: [...cursor.lead, ...before, ...(of.figure?.times ?? [])],
    limitTimes: of.when?.times ?? [],
  });
}
