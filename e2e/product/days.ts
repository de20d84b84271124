import { listHolidays } from '@simiente/contract/doctors/holidays';
import { formatClinicTime } from '@simiente/contract/format/dates';

const DAY = 86_400_000;
const WEEKDAYS = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'];
const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
];

const toDate = (day: string) => new Date(`${day}T00:00:00Z`);
const toDay = (date: Date) => date.toISOString().slice(0, 10);

/** The day this many days later; both as '2027-01-12'. */
export function addDays(day: string, days: number): string {
  return toDay(new Date(toDate(day).getTime() + days * DAY));
}

/**
 * The second Tuesday of a month to come. Its week and the next are within one month, and have no official holiday.
 */
function findTuesday(monthsAhead = 2): string {
  const now = new Date();
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead, 1));
  const tuesday = addDays(toDay(first), ((2 - first.getUTCDay() + 7) % 7) + 7);
  const [from, to] = [addDays(tuesday, -1), addDays(tuesday, 12)];
  const holidays = listHolidays({ added: [], removed: [] }, from, to);
  return holidays.length === 0 ? tuesday : findTuesday(monthsAhead + 1);
}

/** Future days, on which appointments are created and moved. */
export const TUESDAY = findTuesday();
export const MONDAY = addDays(TUESDAY, -1);
export const WEDNESDAY = addDays(TUESDAY, 1);
export const THURSDAY = addDays(TUESDAY, 2);
export const FRIDAY = addDays(TUESDAY, 3);
export const SATURDAY = addDays(TUESDAY, 4);
export const NEXT_MONDAY = addDays(TUESDAY, 6);
export const NEXT_WEDNESDAY = addDays(TUESDAY, 8);
export const NEXT_SUNDAY = addDays(TUESDAY, 12);

/** The next day on which the clocks of Europe go forward: the last Sunday of March. */
export function europeanSpring(): string {
  const year = new Date().getUTCFullYear();
  const inYear = (wanted: number) => {
    const last = `${wanted}-03-31`;
    return addDays(last, -toDate(last).getUTCDay());
  };
  return inYear(year) > addDays(toDay(new Date()), 1) ? inYear(year) : inYear(year + 1);
}

/** An instant of a day in UTC, from which Mexico City is six hours behind. */
export function instant(day: string, time: string): string {
  return `${day}T${time}:00.000Z`;
}

/** '01/12/2027' */
export function formatDate(day: string): string {
  const [year, month, number] = day.split('-');
  return `${month}/${number}/${year}`;
}

/** '12' */
export const getDayNumber = (day: string) => toDate(day).getUTCDate();

/** 'martes' */
export const getWeekday = (day: string) => WEEKDAYS[toDate(day).getUTCDay()] ?? '';

/** 'enero' */
export const getMonth = (day: string) => MONTHS[toDate(day).getUTCMonth()] ?? '';

/** 'martes 12 de enero' */
export const spellDay = (day: string) =>
  `${getWeekday(day)} ${getDayNumber(day)} de ${getMonth(day)}`;

/** 'ene 2027' */
export const shortMonth = (day: string) => `${getMonth(day).slice(0, 3)} ${day.slice(0, 4)}`;

/** A time of Mexico City as appointments show it first: 'mar 12 ene 2027, 11:00'. */
export const clinicTime = (utc: string) => formatClinicTime(utc, 'America/Mexico_City');

/** A day as date fields show it: '24/11/2026'. */
export const typedDate = (day: string) => day.split('-').reverse().join('/');
