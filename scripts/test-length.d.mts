/** Types of test-length.mjs, for tests with more repetitions in the long run. */
export const TEST_LENGTH: string;
export const isWhole: boolean;
export function forLength<Value>(short: Value, whole: Value): Value;
