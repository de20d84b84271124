import { addDays } from '@simiente/contract/common/days';

/** Calendar days as text, 'YYYY-MM-DD', independent of any time zone. */

const toUtc = (day: string) => new Date(`${day}T00:00:00Z`);
const fromUtc = (date: Date) => date.toISOString().slice(0, 10);

/** The same day of another month, or its last day if that month is shorter. */
export function addMonths(day: string, months: number): string {
  const first = toUtc(`${day.slice(0, 7)}-01`);
  first.setUTCMonth(first.getUTCMonth() + months);
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0));
  const date = Math.min(Number(day.slice(8)), last.getUTCDate());
  return `${fromUtc(first).slice(0, 8)}${String(date).padStart(2, '0')}`;
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return toUtc(day).getUTCDay();
}

/** The Monday on or before a day. */
export function mondayOf(day: string): string {
  return addDays(day, -((weekdayOf(day) + 6) % 7));
}

/** Every day from one to another, both included. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}
