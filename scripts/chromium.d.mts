/** Types of chromium.mjs, which must run before anything is installed and is therefore no TypeScript. */
export function findChromium(): string | undefined;
export function ensureChromium(): string;
