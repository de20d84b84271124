import {
  convertAnalyteQuantity,
  isAnalyteKey,
  readAnalyteUnit,
} from '@simiente/contract/results/analytes/catalogue';
import { CURRENT_EDITION, getStudy } from '@simiente/contract/results/analytes/studies';
import type { UnitName } from '@simiente/contract/results/analytes/units';
import type { ResultSet, ResultValue } from '@simiente/contract/results/calls';
import type { Quantity } from '@simiente/contract/results/quantity';
import { editionYear } from '@simiente/contract/results/semen/centile';
import { findCentileRow, findFifthEdition } from '@simiente/contract/results/semen/who-centiles';
import { formatCount } from '../../../lib/format/numbers.ts';

interface SeriesResult {
  readonly set: ResultSet;
  readonly value: ResultValue;
  /** The value in the unit of the series. */
  readonly quantity: Quantity;
}

export interface TrendPoint extends SeriesResult {
  /** Time of the sample, in milliseconds since the epoch. */
  readonly at: number;
  /** Differences from the previous point that break the line; empty if it is joined. */
  readonly breaks: readonly Break[];
}

type Break = 'laboratory' | 'method' | 'edition' | 'limit' | 'time';

export const breakWords: Readonly<Record<Break, string>> = {
  laboratory: 'cambió el laboratorio',
  method: 'cambió el método',
  edition: 'cambió la edición de la OMS',
  limit: 'uno de los dos valores lleva <, >, ≤ o ≥',
  time: 'dos valores son del mismo momento',
};

export interface Series {
  readonly unit: string | null;
  /** The oldest first. */
  readonly points: readonly TrendPoint[];
  /** Results of samples without a day, which have no position in time. */
  readonly undated: readonly SeriesResult[];
  /** Number of values that are left out, because their unit does not convert to that of the series. */
  readonly unconverted: number;
}

/** The value of the same analyte in another set, unless it was withdrawn. */
export function findSameValue(
  { values }: ResultSet,
  { analyte, name }: Pick<ResultValue, 'analyte' | 'name'>,
) {
  return values.find(
    (value) => value.analyte === analyte && value.name === name && !value.withdrawn,
  );
}

/** The number of a value in another unit; null without a number or conversion. */
export function convertValue(
  result: Pick<ResultValue, 'analyte' | 'comparator' | 'value' | 'unit'>,
  targetUnit: string | null,
): Quantity | null {
  const { analyte, comparator, value, unit } = result;
  if (value === null) return null;
  if (unit === targetUnit) return { comparator, value };
  if (analyte === null || !isAnalyteKey(analyte) || unit === null || targetUnit === null)
    return null;
  const [from, to] = [readAnalyteUnit(analyte, unit), readAnalyteUnit(analyte, targetUnit)];
  return from === null || to === null
    ? null
    : convertAnalyteQuantity(analyte, { comparator, value }, from, to);
}

/** All results of one analyte in the sets of a study, in the unit of `target`. */
export function toSeries(
  sets: readonly ResultSet[],
  target: Pick<ResultValue, 'analyte' | 'name' | 'unit'>,
): Series {
  const numbers = sets.flatMap((set) => {
    const value = findSameValue(set, target);
    return value === undefined || value.value === null ? [] : [{ set, value }];
  });
  const results = numbers.flatMap(({ set, value }): SeriesResult[] => {
    const quantity = convertValue(value, target.unit);
    return quantity === null ? [] : [{ set, value, quantity }];
  });
  const dated = results
    .flatMap((result) => {
      const { collectedAt } = result.set;
      return collectedAt === null ? [] : [{ ...result, at: Date.parse(collectedAt) }];
    })
    .toSorted((first, second) => first.at - second.at);
  return {
    unit: target.unit,
    points: dated.map((result, index) => ({
      ...result,
      breaks: breaksBetween(dated[index - 1], result),
    })),
    undated: results.filter(({ set }) => set.collectedAt === null),
    unconverted: numbers.length - results.length,
  };
}

type DatedResult = Pick<TrendPoint, 'set' | 'quantity' | 'at'>;

const MINUTE_MS = 60_000;

function breaksBetween(
  before: DatedResult | undefined,
  { set, quantity, at }: DatedResult,
): Break[] {
  if (before === undefined) return [];
  // Two values of the same minute have no order in time.
  if (Math.floor(before.at / MINUTE_MS) === Math.floor(at / MINUTE_MS)) return ['time'];
  const isLimit = before.quantity.comparator !== null || quantity.comparator !== null;
  return [...changesBetween(before.set, set), ...(isLimit ? (['limit'] as const) : [])];
}

/** Differences between two samples that make their values incomparable. */
export function changesBetween(before: ResultSet, after: ResultSet): Break[] {
  const edition = ({ examType, whoEdition }: ResultSet) =>
    getStudy(examType).isSemen ? (whoEdition ?? CURRENT_EDITION) : null;
  const differs = {
    laboratory: before.laboratory?.idPartner !== after.laboratory?.idPartner,
    method: before.method !== after.method,
    edition: edition(before) !== edition(after),
  };
  return (Object.keys(differs) as (keyof typeof differs)[]).filter((name) => differs[name]);
}

/** Whether a result is validated, and neither preliminary nor held for a decision. */
export const isFinal = ({ set, value }: SeriesResult) =>
  set.status === 'validado' && set.waiting === null && !value.preliminary;

/** The points whose labels fit beside each other: the latest point, and every point far enough from the next label. */
export function spacedPoints(points: readonly TrendPoint[], max: number): ReadonlySet<TrendPoint> {
  const times = points.map(({ at }) => at);
  const gap = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / max;
  const spaced = new Set<TrendPoint>();
  let next = Number.POSITIVE_INFINITY;
  for (const point of points.toReversed()) {
    if (next - point.at < gap || point.at === next) continue;
    spaced.add(point);
    next = point.at;
  }
  return spaced;
}

/** Splits the points where the line breaks. */
export function splitRuns(points: readonly TrendPoint[]): TrendPoint[][] {
  const runs: TrendPoint[][] = [];
  for (const point of points) {
    const last = runs.at(-1);
    if (last === undefined || point.breaks.length > 0) runs.push([point]);
    else last.push(point);
  }
  return runs;
}

/** Indexes of the 50th and 5th centile in `ticks`. */
const MEDIAN = 4;
const FIFTH = 1;

/** Centiles of fertile men, in the unit of the series. */
export interface FertileReference {
  readonly fifth: number;
  /** The confidence interval of the 5th centile. */
  readonly low: number;
  readonly high: number;
  /** Null for the fifth edition, of which only the 5th centile is used. */
  readonly median: number | null;
  /** The edition, the number of men, and the confidence interval of the 5th centile. */
  readonly source: string;
}

/** The reference for the last point; null if the WHO has none for the analyte, or its unit does not convert. */
export function findReference({ points, unit }: Series): FertileReference | null {
  const last = points.at(-1);
  const analyte = last?.value.analyte;
  if (last === undefined || analyte == null || !isAnalyteKey(analyte) || unit === null) return null;
  const { whoEdition } = last.set;
  const row = whoEdition === 5 ? findFifthEdition(analyte) : findCentileRow(analyte);
  if (row === null) return null;
  const inUnit = (value: string | undefined) => {
    if (value === undefined) return null;
    const quantity = convertAnalyteQuantity(
      analyte,
      { comparator: null, value },
      row.unit,
      unit as UnitName,
    );
    return quantity === null ? null : Number(quantity.value);
  };
  const fifth = inUnit('ticks' in row ? row.ticks[FIFTH] : row.fifth);
  const [low, high] = [inUnit(row.interval.low), inUnit(row.interval.high)];
  if (fifth === null || low === null || high === null) return null;
  const source = [
    `Hombres fértiles, ${editionYear(whoEdition)}`,
    'men' in row && `n ${formatCount(row.men)}`,
    `IC 95 % del percentil 5: ${low} a ${high}`,
  ];
  return {
    fifth,
    low,
    high,
    median: inUnit('ticks' in row ? row.ticks[MEDIAN] : undefined),
    source: source.filter(Boolean).join(' · '),
  };
}
