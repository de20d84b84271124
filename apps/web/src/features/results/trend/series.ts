import {
  isAnalyteKey,
  quantityIn,
  readAnalyteUnit,
} from '@simiente/contract/results/analytes/catalogue';
import { CURRENT_EDITION, getStudy } from '@simiente/contract/results/analytes/studies';
import type { ResultSet, ResultValue } from '@simiente/contract/results/calls';
import type { Quantity } from '@simiente/contract/results/quantity';

interface SeriesResult {
  readonly set: ResultSet;
  readonly value: ResultValue;
  /** Value in the unit of the whole series. */
  readonly quantity: Quantity;
}

export interface TrendPoint extends SeriesResult {
  /** Time of the sample. */
  readonly at: number;
  /** Differences from the previous point that break the line; empty if it is joined. */
  readonly breaks: readonly Break[];
}

type Break = 'laboratory' | 'method' | 'edition' | 'limit';

export const breakWords: Readonly<Record<Break, string>> = {
  laboratory: 'cambió el laboratorio',
  method: 'cambió el método',
  edition: 'cambió la edición de la OMS',
  limit: 'uno de los dos valores lleva < o >',
};

export interface Series {
  /** Null if the values have no unit. */
  readonly unit: string | null;
  /** The oldest first. */
  readonly points: readonly TrendPoint[];
  /** Results of samples without a day, which have no position in time. */
  readonly undated: readonly SeriesResult[];
  /** Number of values that are left out because their unit does not convert. */
  readonly left: number;
}

const isSame = (one: Pick<ResultValue, 'analyte' | 'name'>, other: typeof one) =>
  one.analyte === other.analyte && one.name === other.name;

/** The current value of the same analyte in another set, if it has one. */
export function findSameValue(set: ResultSet, of: Pick<ResultValue, 'analyte' | 'name'>) {
  return set.values.find((value) => isSame(value, of) && !value.withdrawn);
}

/** A number of an analyte in another unit; null if it does not convert. */
export function quantityOfValue(
  {
    analyte,
    comparator,
    value,
    unit,
  }: Pick<ResultValue, 'analyte' | 'comparator' | 'value' | 'unit'>,
  targetUnit: string | null,
): Quantity | null {
  if (value === null) return null;
  if (unit === targetUnit) return { comparator, value };
  if (analyte === null || !isAnalyteKey(analyte) || unit === null || targetUnit === null)
    return null;
  const [from, to] = [readAnalyteUnit(analyte, unit), readAnalyteUnit(analyte, targetUnit)];
  return from === null || to === null ? null : quantityIn(analyte, { comparator, value }, from, to);
}

/** All results of an analyte in the sets of one study, in the unit of a value. */
export function toSeries(
  sets: readonly ResultSet[],
  of: Pick<ResultValue, 'analyte' | 'name' | 'unit'>,
): Series {
  const found = sets.flatMap((set) => {
    const value = findSameValue(set, of);
    return value === undefined || value.value === null ? [] : [{ set, value }];
  });
  const results = found.flatMap(({ set, value }): SeriesResult[] => {
    const quantity = quantityOfValue(value, of.unit);
    return quantity === null ? [] : [{ set, value, quantity }];
  });
  const dated = results
    .flatMap((result) => {
      const { collectedAt } = result.set;
      return collectedAt === null ? [] : [{ ...result, at: Date.parse(collectedAt) }];
    })
    .toSorted((one, other) => one.at - other.at);
  return {
    unit: of.unit,
    points: dated.map((one, index) => ({ ...one, breaks: breaksBetween(dated[index - 1], one) })),
    undated: results.filter(({ set }) => set.collectedAt === null),
    left: found.length - results.length,
  };
}

function breaksBetween(
  before: Pick<SeriesResult, 'set' | 'quantity'> | undefined,
  { set, quantity }: Pick<SeriesResult, 'set' | 'quantity'>,
): Break[] {
  if (before === undefined) return [];
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
  return (Object.keys(differs) as (keyof typeof differs)[]).filter((one) => differs[one]);
}

/** The points whose labels fit beside each other: the latest, and those far enough from the following one. */
export function spacedPoints(points: readonly TrendPoint[], most: number): ReadonlySet<TrendPoint> {
  const times = points.map(({ at }) => at);
  const gap = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / most;
  const spaced = new Set<TrendPoint>();
  let next = Number.POSITIVE_INFINITY;
  for (const point of points.toReversed()) {
    if (next - point.at < gap || point.at === next) continue;
    spaced.add(point);
    next = point.at;
  }
  return spaced;
}

/** The points that a line joins, in runs. */
export function splitRuns(points: readonly TrendPoint[]): TrendPoint[][] {
  const runs: TrendPoint[][] = [];
  for (const point of points) {
    const last = runs.at(-1);
    if (last === undefined || point.breaks.length > 0) runs.push([point]);
    else last.push(point);
  }
  return runs;
}
