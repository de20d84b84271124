/** Types of test-length.mjs, for tests with more repetitions in the long run. */
export const TEST_LENGTH: string;
export const isFullRun: boolean;
export function forLength<Value>(short: Value, full: Value): Value;
