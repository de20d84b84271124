/** Formats without the browser's slow formatter, because every page has a count. */
function formatInteger(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Formats a number with at least `minDecimals` decimals, and at most one. */
function formatDecimal(value: number, minDecimals: 0 | 1): string {
  const digits = { minimumFractionDigits: minDecimals, maximumFractionDigits: 1 };
  return value.toLocaleString('es-MX', digits);
}

/** Shown for an unknown number. */
const NO_NUMBER = '—';

/** 1284 → '1,284'. A capped count has a plus sign: '1,000+'. */
export function formatCount(count: number, { isCapped = false } = {}): string {
  if (!Number.isFinite(count)) return NO_NUMBER;
  return `${formatInteger(count)}${isCapped ? '+' : ''}`;
}

/** Singular and plural of a noun: ['paciente', 'pacientes']. */
export type Noun = readonly [one: string, many: string];

/** '1 paciente', '1,284 pacientes', '1,000+ pacientes'. */
export function pluralize(
  count: number,
  [one, many]: Noun,
  options?: { isCapped?: boolean },
): string {
  return `${formatCount(count, options)} ${count === 1 ? one : many}`;
}

/** A share from 0 to 1, with one decimal: 0.124 → '12.4 %'. The space does not break. */
export function formatPercent(share: number): string {
  if (!Number.isFinite(share)) return NO_NUMBER;
  return `${formatDecimal(share * 100, 1)}\u00A0%`;
}

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** A size in bytes, in steps of 1,024: 421888 → '412 KB', 1887437 → '1.8 MB'. */
export function formatFileSize(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes < 0) return NO_NUMBER;
  let size = bytes;
  let step = 0;
  // 1,023.6 KB would be formatted as '1,024 KB', so it is 1 MB.
  while (step < units.length - 1 && Math.round(size) >= 1024) {
    size /= 1024;
    step += 1;
  }
  const number = step < 2 ? formatInteger(size) : formatDecimal(size, 0);
  return `${number} ${units[step]}`;
}
