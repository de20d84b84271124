/** Types of chromium.mjs, which runs before installation and is therefore JavaScript. */
export function findChromium(): string | undefined;
export function ensureChromium(): Promise<string>;

/** Whether a file may be run. */
export function isExecutable(path: string): boolean;
