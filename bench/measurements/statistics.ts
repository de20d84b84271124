/** The value below which that share of sorted values lies; NaN for an empty list. */
export function percentile(sorted: readonly number[], share: number): number {
  const index = Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1);
  return sorted[Math.max(0, index)] ?? Number.NaN;
}

/** The median of values in any order; NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [lower, upper] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return ((lower ?? Number.NaN) + (upper ?? Number.NaN)) / 2;
}

/** A median, with the minimum and the maximum of its values. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function toSpread(values: readonly number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/**
 * One side's throughput as a share of the other's: the median of the ratios of consecutive runs. A machine that is
 * busy for a while distorts it less than a ratio of medians.
 */
export function compareThroughput(values: readonly number[], others: readonly number[]): Spread {
  return toSpread(values.map((value, index) => value / (others[index] ?? Number.NaN)));
}
