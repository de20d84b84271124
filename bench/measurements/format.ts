import type { Spread } from './statistics.ts';

const numbers = (digits: number) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const whole = numbers(0);

/** Two decimals below 10, one below 100, otherwise none. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '—';
  if (Math.abs(value) >= 100) return whole.format(value);
  return numbers(Math.abs(value) >= 10 ? 1 : 2).format(value);
}

export const milliseconds = (value: number) => `${formatNumber(value)} ms`;

export const megabytes = (bytes: number) => `${formatNumber(bytes / 1024 ** 2)} MB`;

/** A median with its minimum and maximum. */
export function spread({ median, min, max }: Spread, unit = ''): string {
  return `${formatNumber(median)}${unit} (${formatNumber(min)}–${formatNumber(max)})`;
}
