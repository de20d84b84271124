/**
 * Amount of repetitions in the tests: 'short' in `npm test`, 'all' in `npm run test:all`, 'soak' in `npm run
 * test:faults -- soak`, 'ha' in `npm run test:ha`.
 */
export const TEST_LENGTH = process.env.TEST_LENGTH ?? 'short';

export const isFullRun = TEST_LENGTH === 'all';

/** Chooses a number or duration: the first for `npm test`, the second for `npm run test:all`. */
export function forLength(short, full) {
  return isFullRun ? full : short;
}
