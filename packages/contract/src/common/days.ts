import { type ParsedDate, parseWireDate } from './dates.ts';
import { readWallTime, toWallTime } from './wall-time.ts';

/** The range of all dates in the product. */
export const FIRST_DAY = '1900-01-01';
export const LAST_DAY = '2200-12-31';
const DAY_MS = 86_400_000;

/** Whether a text is a calendar day, 'YYYY-MM-DD', within the product's range. */
export function isCalendarDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const milliseconds = parseUtc(value);
  // Date.parse rolls 30 February over into March.
  const exists = !Number.isNaN(milliseconds) && addDays(value, 0) === value;
  return exists && value >= FIRST_DAY && value <= LAST_DAY;
}

const parseUtc = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** The day this many days later; earlier with a negative number. */
export function addDays(day: string, days: number): string {
  return new Date(parseUtc(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The number of days of a period, both ends included; 0 or less if it ends before it begins. */
export function countDays(first: string, last: string): number {
  return Math.round((parseUtc(last) - parseUtc(first)) / DAY_MS) + 1;
}

/** The zone's calendar day at an instant. */
export function dayIn(timeZone: string, instant: Date): string {
  return toWallTime(instant.toISOString(), timeZone).date;
}

/**
 * The instant at which a day begins in a zone. If clocks go forward at midnight, the day begins later. A day that
 * a zone skipped begins with the next one.
 */
export function startOfDay(day: string, timeZone: string): Date {
  // Outside the product's years no zone data are needed.
  if (day < FIRST_DAY || day > LAST_DAY) return new Date(parseUtc(day));
  for (const time of ['00:00', '00:30', '01:00', '02:00']) {
    const reading = readWallTime({ date: day, time }, timeZone);
    if ('instant' in reading) return new Date(reading.instant);
  }
  return startOfDay(addDays(day, 1), timeZone);
}

/** The day of a text that has no hour; undefined for any other value. */
export function dayWithoutHour(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : value;
  return isCalendarDay(text) ? text : undefined;
}

/** Parses a date in any wire format. A day without an hour becomes the instant at which it begins in the zone. */
export function parseDateIn(value: unknown, timeZone: string): ParsedDate {
  const day = dayWithoutHour(value);
  return day === undefined ? parseWireDate(value) : startOfDay(day, timeZone);
}
