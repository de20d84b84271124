import { parseWireDate } from './dates.ts';

/** What a calendar and a clock on a wall say, as date and time fields hold it. */
export interface WallTime {
  /** 'YYYY-MM-DD', or '' */
  readonly date: string;
  /** 'HH:mm', or '' */
  readonly time: string;
}

/**
 * What a wall time is in a zone. Where clocks go forward an hour is skipped; where they go back one
 * comes twice, and the first of the two is meant.
 */
export type WallTimeReading =
  | { readonly kind: 'exact' | 'repeated'; readonly instant: string }
  | { readonly kind: 'skipped' | 'invalid' };

const DAY_MS = 86_400_000;

/** Making a formatter costs far more than using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
    timeZone,
  });
  formatters.set(timeZone, made);
  return made;
}

/** The wall's time, as if it were UTC, in ms since the epoch. */
function wallClock(instant: number, timeZone: string): number {
  const pieces = formatterOf(timeZone).formatToParts(new Date(instant));
  const { year, month, day, hour, minute, second }: Partial<Record<string, string>> =
    Object.fromEntries(pieces.map(({ type, value }) => [type, value]));
  return Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
}

/** ms that the zone's clocks are ahead of UTC at an instant given in whole seconds. */
function offsetAt(instant: number, timeZone: string): number {
  return wallClock(instant, timeZone) - instant;
}

/** What the zone's clocks say at an instant (ISO 8601). */
export function toWallTime(instant: string, timeZone: string): WallTime {
  const wall = new Date(wallClock(Date.parse(instant), timeZone)).toISOString();
  return { date: wall.slice(0, 10), time: wall.slice(11, 16) };
}

/** The instant at which the zone's clocks say this. */
export function readWallTime({ date, time }: WallTime, timeZone: string): WallTimeReading {
  const parsed = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/.test(`${date} ${time}`)
    ? parseWireDate(`${date}T${time}Z`)
    : 'invalid';
  if (!(parsed instanceof Date)) return { kind: 'invalid' };
  const wall = parsed.getTime();
  // Whatever the clocks do that day, the offset is that of the day before or of the day after.
  const instants = [wall - DAY_MS, wall + DAY_MS]
    .map((nearby) => wall - offsetAt(nearby, timeZone))
    .filter((instant) => wallClock(instant, timeZone) === wall)
    .toSorted((first, second) => first - second);
  const [first, second] = instants;
  if (first === undefined) return { kind: 'skipped' };
  const isRepeated = second !== undefined && second !== first;
  return { kind: isRepeated ? 'repeated' : 'exact', instant: new Date(first).toISOString() };
}
