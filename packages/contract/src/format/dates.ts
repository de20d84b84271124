import { parseWireDate } from '../common/dates.ts';
import { dayWithoutHour, parseDateIn } from '../common/days.ts';
import { wallClock } from '../common/wall-time.ts';

/** Formatters by locale and options. Creating one costs more than a thousand uses, and tables use one in every cell. */
const formatters = new Map<string, Intl.DateTimeFormat>();

export function getFormatter(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const cached = formatters.get(key);
  if (cached) return cached;
  const created = new Intl.DateTimeFormat(locale, options);
  formatters.set(key, created);
  return created;
}

export interface DayFormat {
  /** Patients' screens are in Mexican Spanish, prospects' in Spanish. */
  locale: 'es-MX' | 'es';
  missing: 'Fecha no disponible' | 'N/A';
  /** The current time; tests set it. */
  now: Date;
  /** IANA name. It has no default, because the browser's zone is never wanted. */
  timeZone: string;
  /** Whether every day has its time, and not only recent ones. */
  hour: boolean;
  /** False to save space: the long form still has the year. */
  year: boolean;
}

/** The zone, and deviations from the defaults. */
export type ZonedDayFormat = Partial<DayFormat> & Pick<DayFormat, 'timeZone'>;

export interface DescribedDay {
  /** 'hoy, 9:42', 'ayer, 19:03', '12 oct 2026', or the text for a missing date. */
  text: string;
  /** Value for `<time>`; absent without a date. */
  iso: string | undefined;
  isRelative: boolean;
}

export const INVALID_DATE = 'Fecha inválida';

/** Constants, because a browser takes milliseconds to create the formatter for each kind of name. */
const MONTHS = 'ene feb mar abr may jun jul ago sep oct nov dic'.split(' ');
const WEEKDAYS = 'dom lun mar mié jue vie sáb'.split(' ');

const DAY_MS = 86_400_000;

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** A date whose UTC parts are the parts of the zone's wall time. */
function toWallDate(date: Date, timeZone: string): Date {
  return new Date(wallClock(date.getTime(), timeZone));
}

function shortDay(date: Date, timeZone: string, { withYear = true } = {}): string {
  const wall = toWallDate(date, timeZone);
  const day = `${wall.getUTCDate()} ${MONTHS[wall.getUTCMonth()]}`;
  return withYear ? `${day} ${wall.getUTCFullYear()}` : day;
}

/** '18 nov 2026': a calendar day ('YYYY-MM-DD'), the same in every zone. */
export function describeCalendarDay(day: string): string {
  return shortDay(new Date(`${day}T00:00:00Z`), 'UTC');
}

/** '9:42', '19:03': 24 hours, without a leading zero. */
function formatTime(date: Date, timeZone: string): string {
  const wall = toWallDate(date, timeZone);
  return `${wall.getUTCHours()}:${twoDigits(wall.getUTCMinutes())}`;
}

/** The number of the calendar day in the zone, comparable across months and years. */
function dayNumber(date: Date, timeZone: string): number {
  return Math.floor(wallClock(date.getTime(), timeZone) / DAY_MS);
}

function relativeWord(date: Date, now: Date, timeZone: string): string | undefined {
  // Nearly every date of a list is far from today, and needs no comparison of days.
  if (Math.abs(now.getTime() - date.getTime()) > 3 * DAY_MS) return undefined;
  const days = dayNumber(now, timeZone) - dayNumber(date, timeZone);
  if (days === 0) return 'hoy';
  return days === 1 ? 'ayer' : undefined;
}

interface DayReading {
  readonly date: Date;
  /** Whether the value has no hour, as '2026-10-12'. */
  readonly dayOnly: boolean;
}

/** Parses a date in any wire format; returns the text to show if it is missing or invalid. */
function readDay(
  value: unknown,
  { missing = 'Fecha no disponible', timeZone }: ZonedDayFormat,
): DayReading | string {
  const date = parseDateIn(value, timeZone);
  if (date === 'missing') return missing;
  if (date === 'invalid') return INVALID_DATE;
  return { date, dayOnly: dayWithoutHour(value) !== undefined };
}

/** Text for a date in any wire format, or for a missing one. */
export function describeDay(value: unknown, format: ZonedDayFormat): DescribedDay {
  const reading = readDay(value, format);
  if (typeof reading === 'string') return { text: reading, iso: undefined, isRelative: false };
  const { date, dayOnly } = reading;
  const { timeZone } = format;
  const word = dayOnly ? undefined : relativeWord(date, format.now ?? new Date(), timeZone);
  const day = word ?? shortDay(date, timeZone, { withYear: format.year ?? true });
  const hasHour = word !== undefined || (format.hour === true && !dayOnly);
  const text = hasHour ? `${day}, ${formatTime(date, timeZone)}` : day;
  return { text, iso: date.toISOString(), isRelative: word !== undefined };
}

/** Only the text: '12 oct 2026', 'hoy, 9:42', 'Fecha no disponible', 'N/A', 'Fecha inválida'. */
export function formatDay(value: unknown, format: ZonedDayFormat): string {
  return describeDay(value, format).text;
}

/** The long form, also for tooltips: 'lunes, 12 de octubre de 2026, 9:42'. */
export function formatLongDay(value: unknown, format: ZonedDayFormat): string {
  const reading = readDay(value, format);
  if (typeof reading === 'string') return reading;
  const { date, dayOnly } = reading;
  const { locale = 'es-MX', timeZone } = format;
  const day = getFormatter(locale, { dateStyle: 'full', timeZone }).format(date);
  return dayOnly ? day : `${day}, ${formatTime(date, timeZone)}`;
}

/** The time of an appointment in UTC: 'MM/DD/YYYY | h:mm AM'. The caller adds the zone. */
export function formatAppointment(value: unknown): string {
  const date = parseWireDate(value);
  if (date === 'missing') return 'Fecha no disponible';
  if (date === 'invalid') return INVALID_DATE;
  return `${numericDay(date)} | ${twelveHourClock(date)}`;
}

/** A span in UTC: '11/06/2026 | 5:00 PM – 5:30 PM', with the second day if it differs. */
export function formatAppointmentSpan(start: string, end: string): string {
  const [first, last] = [start, end].map((value) => formatAppointment(value));
  const [day, hour] = last?.split(' | ') ?? [];
  return `${first} – ${hour !== undefined && first?.startsWith(`${day} |`) ? hour : last}`;
}

/**
 * An appointment in the clinic's zone: 'lun 23 nov, 19:00'; with its end 'lun 23 nov, 19:00–19:30', and with the
 * year if it is not this one.
 */
export function formatClinicTime(
  start: string,
  timeZone: string,
  { end = null, now = new Date() }: { readonly end?: string | null; readonly now?: Date } = {},
): string {
  const [from, to] = [new Date(start), new Date(end ?? start)];
  const day = formatClinicDay(from, timeZone, now);
  if (end === null) return `${day}, ${formatTime(from, timeZone)}`;
  const isOneDay = dayNumber(from, timeZone) === dayNumber(to, timeZone);
  const last = isOneDay
    ? formatTime(to, timeZone)
    : ` ${formatClinicDay(to, timeZone, now)}, ${formatTime(to, timeZone)}`;
  return `${day}, ${formatTime(from, timeZone)}${isOneDay ? '–' : ' –'}${last}`;
}

/** 'lun 23 nov', 'mié 6 ene 2027' */
export function formatClinicDay(date: Date, timeZone: string, now = new Date()): string {
  const wall = toWallDate(date, timeZone);
  const isThisYear = wall.getUTCFullYear() === toWallDate(now, timeZone).getUTCFullYear();
  return `${WEEKDAYS[wall.getUTCDay()]} ${shortDay(date, timeZone, { withYear: !isThisYear })}`;
}

/**
 * An appointment's span in the clinic's zone and in UTC, as plain text: 'vie 6 nov, 11:00–11:30 (11/06/2026 | 5:00
 * PM – 5:30 PM UTC)'.
 */
export function describeAppointmentSpan(
  start: string,
  end: string,
  clinicTimeZone: string,
  now?: Date,
): string {
  const inClinic = formatClinicTime(start, clinicTimeZone, { end, ...(now && { now }) });
  return `${inClinic} (${formatAppointmentSpan(start, end)} UTC)`;
}

/** '11/06/2026' */
function numericDay(date: Date): string {
  const [month, day] = [date.getUTCMonth() + 1, date.getUTCDate()].map(twoDigits);
  return `${month}/${day}/${date.getUTCFullYear()}`;
}

/** '5:00 PM', '12:00 AM' */
function twelveHourClock(date: Date): string {
  const hour = date.getUTCHours();
  return `${hour % 12 || 12}:${twoDigits(date.getUTCMinutes())} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Cities whose names differ from their zone's identifier. They are listed, because not every browser has them. */
const CITIES: Readonly<Record<string, string>> = {
  'America/Bahia_Banderas': 'Bahía de Banderas',
  'America/Cancun': 'Cancún',
  'America/Ciudad_Juarez': 'Ciudad Juárez',
  'America/Mazatlan': 'Mazatlán',
  'America/Merida': 'Mérida',
  'America/Mexico_City': 'Ciudad de México',
};

/** A zone by its city: 'Ciudad de México', 'Tijuana'. */
export function zoneName(timeZone: string): string {
  return CITIES[timeZone] ?? timeZone.replace(/^.*\//, '').replaceAll('_', ' ');
}

/** A zone's distance from UTC at an instant: 'UTC−8'. */
export function zoneOffset(timeZone: string, at: Date): string {
  const offset = getFormatter('en-US', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return (offset ?? '').replace('GMT', 'UTC').replace('-', '−');
}

/** Whether a place's clocks show another hour than the clinic's at an instant. */
export function hasOtherClock(
  timeZone: string | null,
  clinicTimeZone: string,
  at: Date,
): timeZone is string {
  return timeZone !== null && wallClock(+at, timeZone) !== wallClock(+at, clinicTimeZone);
}
