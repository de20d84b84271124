import { type DecimalText, divide, wholeRoot } from '../decimal.ts';

/** 1.96 squared, in ten-thousandths: two counts differ by chance alone by 1.96 times the root of their sum. */
const SQUARE_OF_1_96 = 38_416n;

/** The most by which two counts of `sum` spermatozoa together may differ: ⌊1.96·√sum⌋. */
export function largestDifference(sum: bigint): bigint {
  return wholeRoot((SQUARE_OF_1_96 * sum) / 10_000n);
}

/** Whether two counts of spermatozoa agree. */
export function countsAgree(one: bigint, other: bigint): boolean {
  const difference = one > other ? one - other : other - one;
  return difference <= largestDifference(one + other);
}

/** The sampling error of a count, in %, to one decimal: 100/√counted. Null for a count of none. */
export function samplingError(counted: bigint): DecimalText | null {
  if (counted <= 0n) return null;
  // The root with eight decimals is exact to many more digits than are shown.
  const root = wholeRoot(counted * 10n ** 16n);
  return divide('10000000000', root.toString(), 1);
}
