import { parseWireDate } from './dates.ts';

/** A date and a time without a zone, as in date and time fields. */
export interface WallTime {
  /** 'YYYY-MM-DD', or '' */
  readonly date: string;
  /** 'HH:mm', or '' */
  readonly time: string;
}

/**
 * The reading of a wall time in a zone. When clocks go forward an hour is skipped; when they go back an hour
 * repeats, and the first one is used.
 */
export type WallTimeReading =
  | { readonly kind: 'exact' | 'repeated'; readonly instant: string }
  | { readonly kind: 'skipped' | 'invalid' };

const DAY_MS = 86_400_000;

/** Formatters by zone, because a formatter is far more expensive to create than to use. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function getFormatter(timeZone: string): Intl.DateTimeFormat {
  const cached = formatters.get(timeZone);
  if (cached) return cached;
  // Swedish dates are in ISO's order, and parsing them takes a third of the time of `formatToParts`.
  const formatter = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone,
  });
  formatters.set(timeZone, formatter);
  return formatter;
}

/** The wall time at an instant, represented as if it were UTC; both are ms since the epoch. */
export function wallClock(instant: number, timeZone: string): number {
  // Years before 1000 have fewer digits.
  const text = getFormatter(timeZone).format(instant).padStart('2026-11-23 14:00:00'.length, '0');
  return Date.parse(`${text.replace(' ', 'T')}Z`);
}

/** ms by which the zone's clocks are ahead of UTC, at an instant in whole seconds. */
function offsetAt(instant: number, timeZone: string): number {
  return wallClock(instant, timeZone) - instant;
}

export function toWallTime(instant: string, timeZone: string): WallTime {
  const wall = new Date(wallClock(Date.parse(instant), timeZone)).toISOString();
  return { date: wall.slice(0, 10), time: wall.slice(11, 16) };
}

export function readWallTime({ date, time }: WallTime, timeZone: string): WallTimeReading {
  const parsed = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/.test(`${date} ${time}`)
    ? parseWireDate(`${date}T${time}Z`)
    : 'invalid';
  if (!(parsed instanceof Date)) return { kind: 'invalid' };
  const wall = parsed.getTime();
  // Clocks change at most once in these two days, so one of the two offsets applies to this wall time.
  const instants = [wall - DAY_MS, wall + DAY_MS]
    .map((nearby) => wall - offsetAt(nearby, timeZone))
    .filter((instant) => wallClock(instant, timeZone) === wall)
    .toSorted((first, second) => first - second);
  const [first, second] = instants;
  if (first === undefined) return { kind: 'skipped' };
  const isRepeated = second !== undefined && second !== first;
  return { kind: isRepeated ? 'repeated' : 'exact', instant: new Date(first).toISOString() };
}
