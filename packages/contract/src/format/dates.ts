import { parseWireDate } from '../common/dates.ts';
import { formatter, partsOf } from './intl-parts.ts';

export interface DayFormat {
  /** Patients' screens are in Mexican Spanish, prospects' in Spanish. */
  locale: 'es-MX' | 'es';
  missing: 'Fecha no disponible' | 'N/A';
  /** The present time; tests set it. */
  now: Date;
  /** IANA name. No default: the reader's own zone is never meant. */
  timeZone: string;
  /** Shows the time of every day, not only of recent ones. */
  hour: boolean;
  /** False to save space: the long form still has the year. */
  year: boolean;
}

/** The zone, and what differs from the defaults. */
export type ZonedDayFormat = Partial<DayFormat> & Pick<DayFormat, 'timeZone'>;

export interface DescribedDay {
  /** 'hoy, 9:42', 'ayer, 19:03', '12 oct 2026', or the word for none. */
  text: string;
  /** 'lunes, 12 de octubre de 2026, 9:42', for tooltips. */
  absolute: string;
  /** For `<time>`; absent when there is no date. */
  iso: string | undefined;
  isRelative: boolean;
}

export const INVALID_DATE = 'Fecha inválida';

/** 'oct', 'sep': three letters and no full stop, whatever the browser's data are. */
function shortMonth(month: string): string {
  return month.replace('.', '').slice(0, 3);
}

function shortDay(date: Date, locale: string, timeZone: string, withYear: boolean): string {
  const parts = partsOf(date, locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone,
  });
  const day = `${parts.day} ${shortMonth(parts.month ?? '')}`;
  return withYear ? `${day} ${parts.year}` : day;
}

/** '18 nov 2026': a calendar day ('YYYY-MM-DD'), the same in every zone. */
export function describeCalendarDay(day: string): string {
  return shortDay(new Date(`${day}T00:00:00Z`), 'es-MX', 'UTC', true);
}

/** '9:42', '19:03': 24 hours, without a leading zero. */
function clock(date: Date, timeZone: string): string {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
  const { hour = '', minute = '' } = partsOf(date, 'en-GB', options);
  return `${Number(hour)}:${minute}`;
}

/** The number of the calendar day in the zone, comparable across months and years. */
function dayNumber(date: Date, timeZone: string): number {
  const options = { year: 'numeric', month: 'numeric', day: 'numeric', timeZone } as const;
  const { year, month, day } = partsOf(date, 'en-US', options);
  return Math.round(Date.UTC(Number(year), Number(month) - 1, Number(day)) / 86_400_000);
}

function absoluteDay(date: Date, locale: string, timeZone: string, hour: boolean): string {
  const day = formatter(locale, { dateStyle: 'full', timeZone }).format(date);
  return hour ? `${day}, ${clock(date, timeZone)}` : day;
}

function relativeWord(date: Date, now: Date, timeZone: string): string | undefined {
  const days = dayNumber(now, timeZone) - dayNumber(date, timeZone);
  if (days === 0) return 'hoy';
  return days === 1 ? 'ayer' : undefined;
}

/** '2026-10-12' has no time, and no zone may move it to the day before. */
function isDayOnly(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value.trim());
}

/** All texts of a screen about a date in any form, or none. */
export function describeDay(value: unknown, format: ZonedDayFormat): DescribedDay {
  const { locale = 'es-MX', missing = 'Fecha no disponible', now = new Date() } = format;
  const date = parseWireDate(value);
  if (date === 'missing' || date === 'invalid') {
    const text = date === 'missing' ? missing : INVALID_DATE;
    return { text, absolute: text, iso: undefined, isRelative: false };
  }
  const dayOnly = isDayOnly(value);
  // A day without a time was read as midnight in UTC.
  const timeZone = dayOnly ? 'UTC' : format.timeZone;
  const absolute = absoluteDay(date, locale, timeZone, !dayOnly);
  const word = dayOnly ? undefined : relativeWord(date, now, timeZone);
  const day = word ?? shortDay(date, locale, timeZone, format.year ?? true);
  const hasHour = word !== undefined || (format.hour === true && !dayOnly);
  const text = hasHour ? `${day}, ${clock(date, timeZone)}` : day;
  return { text, absolute, iso: date.toISOString(), isRelative: word !== undefined };
}

/** The text alone: '12 oct 2026', 'hoy, 9:42', 'Fecha no disponible', 'N/A', 'Fecha inválida'. */
export function formatDay(value: unknown, format: ZonedDayFormat): string {
  return describeDay(value, format).text;
}

/** The long form: 'lunes, 12 de octubre de 2026, 9:42'. */
export function formatLongDay(value: unknown, format: ZonedDayFormat): string {
  return describeDay(value, format).absolute;
}

export interface AppointmentFormat {
  /** IANA name; UTC by default, in any zone of the reader. */
  timeZone: string;
  missing: DayFormat['missing'];
}

/** Appointments: 'MM/DD/YYYY | h:mm AM'. The caller adds the zone. */
export function formatAppointment(value: unknown, format: Partial<AppointmentFormat> = {}): string {
  const { timeZone = 'UTC', missing = 'Fecha no disponible' } = format;
  const date = parseWireDate(value);
  if (date === 'missing') return missing;
  if (date === 'invalid') return INVALID_DATE;
  return `${numericDay(date, timeZone)} | ${clockOfTwelve(date, timeZone)}`;
}

/** A span: '11/06/2026 | 5:00 PM – 5:30 PM', with the second day if it differs. */
export function formatAppointmentSpan(start: string, end: string, timeZone = 'UTC'): string {
  const [first, last] = [start, end].map((value) => formatAppointment(value, { timeZone }));
  const [day, hour] = last?.split(' | ') ?? [];
  return `${first} – ${hour !== undefined && first?.startsWith(`${day} |`) ? hour : last}`;
}

/**
 * An appointment on the clinic's clock, which staff act on: 'lun 23 nov, 19:00'; with its end
 * 'lun 23 nov, 19:00–19:30', and with the year if it is not this one.
 */
export function formatClinicTime(
  start: string,
  timeZone: string,
  { end = null, now = new Date() }: { readonly end?: string | null; readonly now?: Date } = {},
): string {
  const [from, to] = [new Date(start), new Date(end ?? start)];
  const day = formatClinicDay(from, timeZone, now);
  if (end === null) return `${day}, ${clock(from, timeZone)}`;
  const isOneDay = dayNumber(from, timeZone) === dayNumber(to, timeZone);
  const last = isOneDay
    ? clock(to, timeZone)
    : ` ${formatClinicDay(to, timeZone, now)}, ${clock(to, timeZone)}`;
  return `${day}, ${clock(from, timeZone)}${isOneDay ? '–' : ' –'}${last}`;
}

/** 'lun 23 nov', 'mié 6 ene 2027' */
export function formatClinicDay(date: Date, timeZone: string, now = new Date()): string {
  const { weekday = '' } = partsOf(date, 'es-MX', { weekday: 'short', timeZone });
  const year = { year: 'numeric', timeZone } as const;
  const isThisYear = partsOf(date, 'en-US', year).year === partsOf(now, 'en-US', year).year;
  return `${weekday.replace('.', '').slice(0, 3)} ${shortDay(date, 'es-MX', timeZone, !isThisYear)}`;
}

/**
 * The same on the clinic's clock and in UTC, as plain text:
 * 'vie 6 nov, 11:00–11:30 (11/06/2026 | 5:00 PM – 5:30 PM UTC)'.
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
function numericDay(date: Date, timeZone: string): string {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone } as const;
  const { year, month, day } = partsOf(date, 'en-US', options);
  return `${month}/${day}/${year}`;
}

/** '5:00 PM', '12:00 AM' */
function clockOfTwelve(date: Date, timeZone: string): string {
  const options = { hour: 'numeric', minute: '2-digit', hourCycle: 'h12', timeZone } as const;
  const { hour, minute, dayPeriod } = partsOf(date, 'en-US', options);
  return `${hour}:${minute} ${dayPeriod}`;
}
