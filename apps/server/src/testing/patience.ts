/** How long a test waits for what is sure to come: a busy machine takes its time, and who passes waits for none of it. */
export const PATIENTLY = { timeout: 60_000 };
