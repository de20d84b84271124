const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

export interface Device {
  /** 'Chrome en Windows'. */
  readonly words: string;
  readonly isHandheld: boolean;
}

/** Describes a client by its User-Agent. It is a hint, not evidence, because a client may send any. */
export function describeDevice(userAgent: string | null): Device {
  const find = (names: typeof BROWSERS) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const browser = find(BROWSERS);
  const system = find(SYSTEMS);
  const isHandheld = /\b(iPhone|iPad|Android|Mobile)\b/.test(userAgent ?? '');
  if (browser === undefined) return { words: system ?? 'Otro programa', isHandheld };
  return { words: system === undefined ? browser : `${browser} en ${system}`, isHandheld };
}
