import { convertAnalyteQuantity, isAnalyteKey } from '../analytes/catalogue.ts';
import type { UnitName } from '../analytes/units.ts';
import type { MeasuredValue } from '../values.ts';
import { type CentileRow, centiles, findCentileRow } from './who-centiles.ts';

/** The normal quantile of each centile. It gives the ticks of every analyte the same positions. */
const quantiles = [-1.96, -1.645, -1.2816, -0.6745, 0, 0.6745, 1.2816, 1.645, 1.96] as const;
/** The quantile at the right end of the ruler; its negative is at the left end. */
const REACH = 2.3;
/** Maximum position of the dot, so that it is drawn completely. */
const MAX_DOT_POSITION = 0.985;
/** Minimum visible width of an interval: 4 pixels on a ruler of 284. */
const MIN_WIDTH = 4 / 284;

const toShare = (quantile: number) => (quantile + REACH) / (2 * REACH);

export const rulerTicks = centiles.map((centile, index) => ({
  centile,
  at: toShare(quantiles[index] ?? 0),
}));

/** Position of a value on the ruler of its analyte, from 0 to 1. Inexact numbers suffice for a drawing. */
export function placeOnRuler({ ticks }: Pick<CentileRow, 'ticks'>, value: number): number {
  const tickNumbers = ticks.map(Number);
  // If several centiles have the same value, the highest one counts.
  const under = tickNumbers.findLastIndex((tick) => tick <= value);
  const from = { value: tickNumbers[under] ?? 0, at: rulerTicks[under]?.at ?? 0 };
  const to = { value: tickNumbers[under + 1], at: rulerTicks[under + 1]?.at };
  if (under < 0) {
    const first = tickNumbers[0] ?? 0;
    return first === 0 ? 0 : Math.max(0, (value / first) * (rulerTicks[0]?.at ?? 0));
  }
  if (to.value === undefined || to.at === undefined) {
    const before = { value: tickNumbers[under - 1] ?? 0, at: rulerTicks[under - 1]?.at ?? 0 };
    const slope = (from.at - before.at) / (from.value - before.value || 1);
    return Math.min(MAX_DOT_POSITION, from.at + (value - from.value) * slope);
  }
  return from.at + ((value - from.value) / (to.value - from.value)) * (to.at - from.at);
}

export interface Ruler {
  /** The 95 % confidence interval of the 5th centile. */
  readonly interval: { readonly from: number; readonly to: number };
  /** Null if the value is a limit, which has no position. */
  readonly dot: number | null;
}

/** The ruler of a value; null for an analyte without centiles in WHO's sixth edition. */
export function makeRuler(measured: MeasuredValue): Ruler | null {
  const { analyte, comparator, value, unit } = measured;
  if (analyte === null || !isAnalyteKey(analyte) || value === null || unit === null) return null;
  const row = findCentileRow(analyte);
  if (row === null) return null;
  const converted = convertAnalyteQuantity(
    analyte,
    { comparator, value },
    unit as UnitName,
    row.unit,
  );
  if (converted === null) return null;
  const from = placeOnRuler(row, Number(row.interval.low));
  const to = placeOnRuler(row, Number(row.interval.high));
  const padding = Math.max(0, MIN_WIDTH - (to - from)) / 2;
  return {
    interval: { from: from - padding, to: to + padding },
    dot: comparator === null ? placeOnRuler(row, Number(converted.value)) : null,
  };
}
