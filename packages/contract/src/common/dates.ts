/** Smaller numbers are seconds since the epoch; others are milliseconds, from 1973 on. */
const MIN_MILLISECONDS = 100_000_000_000;
/** Earlier and later years are typing errors. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2200;

/** An instant, or the reason for its absence. */
export type ParsedDate = Date | 'missing' | 'invalid';

/**
 * Parses a date in any format of the legacy back end: an ISO 8601 string, a number of milliseconds (or seconds)
 * since the epoch, or an object with `_seconds` and `_nanoseconds`. Null, undefined and the empty string are
 * 'missing'. Everything else is 'invalid', including a day without an hour, which `parseDateIn` accepts.
 */
export function parseWireDate(value: unknown): ParsedDate {
  if (value === null || value === undefined || value === '') return 'missing';
  const milliseconds = toMilliseconds(value);
  if (milliseconds === undefined || !Number.isFinite(milliseconds)) return 'invalid';
  const date = new Date(milliseconds);
  const year = date.getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR ? date : 'invalid';
}

/** Whether a date of an answer is an instant: neither missing nor the invalid text of an export. */
export function isInstant(value: string | null): value is string {
  return parseWireDate(value) instanceof Date;
}

function toMilliseconds(value: unknown): number | undefined {
  if (typeof value === 'string') return parseIsoDate(value);
  if (typeof value === 'number') {
    return Math.round(Math.abs(value) < MIN_MILLISECONDS ? value * 1000 : value);
  }
  if (typeof value === 'object' && value !== null && '_seconds' in value) {
    const { _seconds: seconds } = value;
    const nanoseconds = '_nanoseconds' in value ? value._nanoseconds : 0;
    if (typeof seconds !== 'number' || typeof nanoseconds !== 'number') return undefined;
    return seconds * 1000 + Math.floor(nanoseconds / 1_000_000);
  }
  return undefined;
}

const ISO_DATE =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})[T ](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?<zone>Z|[+-]\d{2}:?\d{2})?$/;

/** A time without a zone counts as UTC, so that it has the same meaning on every machine. */
function parseIsoDate(text: string): number | undefined {
  const parts = ISO_DATE.exec(text.trim())?.groups;
  if (!parts) return undefined;
  const { year, month, day, time, zone = 'Z' } = parts;
  // Date.parse rolls 30 February over into March; an impossible date is invalid.
  const daysInMonth = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  if (Number(day) < 1 || Number(day) > daysInMonth) return undefined;
  return Date.parse(`${year}-${month}-${day}T${time}${zone}`);
}
