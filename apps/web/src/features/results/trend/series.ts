import {
  isAnalyteKey,
  quantityIn,
  readUnitOf,
} from '@simiente/contract/results/analytes/catalogue';
import { CURRENT_EDITION, studyOf } from '@simiente/contract/results/analytes/studies';
import type { ResultSet, ResultValue } from '@simiente/contract/results/calls';
import type { Quantity } from '@simiente/contract/results/quantity';

/** One result of an analyte in time. */
export interface TrendPoint {
  readonly set: ResultSet;
  readonly value: ResultValue;
  /** In the unit of the whole series. */
  readonly quantity: Quantity;
  /** What differs from the point before, so that no line joins the two; empty where one does. */
  readonly breaks: readonly Break[];
}

export type Break = 'laboratory' | 'method' | 'edition' | 'limit';

export const breakWords: Readonly<Record<Break, string>> = {
  laboratory: 'cambió el laboratorio',
  method: 'cambió el método',
  edition: 'cambió la edición de la OMS',
  limit: 'uno de los dos es un límite',
};

export interface Series {
  /** Null where the values have none. */
  readonly unit: string | null;
  /** The oldest first. */
  readonly points: readonly TrendPoint[];
  /** How many are in a unit that does not convert, and so are left out. */
  readonly left: number;
}

const isSame = (one: Pick<ResultValue, 'analyte' | 'name'>, other: typeof one) =>
  one.analyte === other.analyte && one.name === other.name;

/** The value of the same analyte in another set, if that has one in force. */
export function sameValueOf(set: ResultSet, of: Pick<ResultValue, 'analyte' | 'name'>) {
  return set.values.find((value) => isSame(value, of) && !value.withdrawn);
}

/** A number of an analyte in another unit; null where it does not convert. */
export function quantityOfValue(
  {
    analyte,
    comparator,
    value,
    unit,
  }: Pick<ResultValue, 'analyte' | 'comparator' | 'value' | 'unit'>,
  wanted: string | null,
): Quantity | null {
  if (value === null) return null;
  if (unit === wanted) return { comparator, value };
  if (analyte === null || !isAnalyteKey(analyte) || unit === null || wanted === null) return null;
  const [from, to] = [readUnitOf(analyte, unit), readUnitOf(analyte, wanted)];
  return from === null || to === null ? null : quantityIn(analyte, { comparator, value }, from, to);
}

/** When a sample was taken, or else when its results were entered. */
export const timeOf = ({ collectedAt, enteredAt }: Pick<ResultSet, 'collectedAt' | 'enteredAt'>) =>
  Date.parse(collectedAt ?? enteredAt);

/** All results of an analyte in the sets of one study, in the unit of a value. */
export function seriesOf(
  sets: readonly ResultSet[],
  of: Pick<ResultValue, 'analyte' | 'name' | 'unit'>,
): Series {
  const found = sets
    .toSorted((one, other) => timeOf(one) - timeOf(other))
    .flatMap((set) => {
      const value = sameValueOf(set, of);
      return value === undefined || value.value === null ? [] : [{ set, value }];
    });
  const points: TrendPoint[] = [];
  for (const { set, value } of found) {
    const quantity = quantityOfValue(value, of.unit);
    if (quantity !== null) {
      points.push({
        set,
        value,
        quantity,
        breaks: breaksBetween(points.at(-1), { set, quantity }),
      });
    }
  }
  return { unit: of.unit, points, left: found.length - points.length };
}

function breaksBetween(
  before: TrendPoint | undefined,
  { set, quantity }: Pick<TrendPoint, 'set' | 'quantity'>,
): Break[] {
  if (before === undefined) return [];
  const edition = ({ examType, whoEdition }: ResultSet) =>
    studyOf(examType).isSemen ? (whoEdition ?? CURRENT_EDITION) : null;
  const differs: Record<Break, boolean> = {
    laboratory: before.set.laboratory?.idPartner !== set.laboratory?.idPartner,
    method: before.set.method !== set.method,
    edition: edition(before.set) !== edition(set),
    limit: before.quantity.comparator !== null || quantity.comparator !== null,
  };
  return (Object.keys(differs) as Break[]).filter((one) => differs[one]);
}

/** The points whose values fit beside each other: the latest, and those far enough from the one after them. */
export function spacedPoints(points: readonly TrendPoint[], most: number): ReadonlySet<TrendPoint> {
  const times = points.map(({ set }) => timeOf(set));
  const gap = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / most;
  const spaced = new Set<TrendPoint>();
  let next = Number.POSITIVE_INFINITY;
  for (const point of points.toReversed()) {
    const at = timeOf(point.set);
    if (next - at < gap || at === next) continue;
    spaced.add(point);
    next = at;
  }
  return spaced;
}

/** The points that a line joins, in runs. */
export function runsOf(points: readonly TrendPoint[]): TrendPoint[][] {
  const runs: TrendPoint[][] = [];
  for (const point of points) {
    const last = runs.at(-1);
    if (last === undefined || point.breaks.length > 0) runs.push([point]);
    else last.push(point);
  }
  return runs;
}
