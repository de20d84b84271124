/**
 * Amount of repetitions in the tests: 'short' in `npm test`, 'all' in `npm run test:all`, 'soak' in `npm run
 * test:faults -- soak`, 'ha' in `npm run test:ha`.
 */
export const TEST_LENGTH = process.env.TEST_LENGTH ?? 'short';

export const isWhole = TEST_LENGTH === 'all';

/** Chooses a number or duration: the first for `npm test`, the second for `npm run test:all`. */
export function forLength(short, whole) {
  return isWhole ? whole : short;
}
