/** Timeout for events that are certain to come; only a failing test waits this long. */
export const PATIENTLY = { timeout: 120_000 };
