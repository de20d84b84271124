/**
 * How much the tests repeat: 'short' in `npm test`, 'all' in `npm run test:all`, 'soak' in
 * `npm run test:faults -- soak`.
 */
export const TEST_LENGTH = process.env.TEST_LENGTH ?? 'short';

/** Whether every repetition is wanted, however long it takes. */
export const isWhole = TEST_LENGTH === 'all';

/** Chooses how often, or how long: the first for `npm test`, the second for `npm run test:all`. */
export function forLength(short, whole) {
  return isWhole ? whole : short;
}
