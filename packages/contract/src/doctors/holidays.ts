import { addDays } from '../common/days.ts';
import type { Holiday, HolidayChanges } from './schedule.ts';

/** The weekday of a day; 0 is Sunday. */
export function getWeekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** The nth Monday of a month such as '2027-02'. */
function findMonday(month: string, nth: number): string {
  const first = `${month}-01`;
  return addDays(first, ((8 - getWeekday(first)) % 7) + 7 * (nth - 1));
}

/** Mexico's compulsory days of rest in a year: Ley Federal del Trabajo, article 74. */
export function listOfficialHolidays(year: number): Holiday[] {
  return [
    { day: `${year}-01-01`, name: 'Año Nuevo' },
    { day: findMonday(`${year}-02`, 1), name: 'Día de la Constitución' },
    { day: findMonday(`${year}-03`, 3), name: 'Natalicio de Benito Juárez' },
    { day: `${year}-05-01`, name: 'Día del Trabajo' },
    { day: `${year}-09-16`, name: 'Día de la Independencia' },
    // The change of the federal executive, every six years since 2024.
    ...(year >= 2024 && year % 6 === 2
      ? [{ day: `${year}-10-01`, name: 'Cambio del Poder Ejecutivo Federal' }]
      : []),
    { day: findMonday(`${year}-11`, 3), name: 'Día de la Revolución' },
    { day: `${year}-12-25`, name: 'Navidad' },
  ];
}

/** The clinic's holidays between two days, both included, in order. */
export function listHolidays(changes: HolidayChanges, first: string, last: string): Holiday[] {
  const holidays = [...changes.added];
  for (let year = Number(first.slice(0, 4)); year <= Number(last.slice(0, 4)); year += 1) {
    const officialDays = listOfficialHolidays(year).filter(
      ({ day }) =>
        !changes.removed.includes(day) && !changes.added.some((added) => added.day === day),
    );
    holidays.push(...officialDays);
  }
  return holidays
    .filter(({ day }) => first <= day && day <= last)
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
}
