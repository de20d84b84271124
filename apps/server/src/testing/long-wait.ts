/** Timeout for events that are certain to come; only a failing test waits this long. */
export const LONG_WAIT = { timeout: 300_000 };
