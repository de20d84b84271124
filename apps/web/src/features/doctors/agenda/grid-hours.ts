import type { WorkingDay } from '@simiente/contract/doctors';
import type { AgendaEvent } from './agenda-events.ts';

/** Names the paragraph that says how an appointment is moved without a pointer. */
export const KEYBOARD_HINT_ID = 'agenda-keyboard-hint';

/** From and to which hour the grid reaches, as 'HH:00'. */
export interface GridHours {
  readonly from: string;
  readonly to: string;
}

const USUAL: GridHours = { from: '08:00', to: '20:00' };
const LAST_HOUR = 24;

/** The hours in which the doctor works, and those in which there is an appointment all the same. */
export function gridHours(
  workingDays: readonly WorkingDay[],
  events: readonly AgendaEvent[],
): GridHours {
  const hours = workingDays.length === 0 ? [USUAL] : workingDays;
  const starts = [...hours.map(({ from }) => from), ...events.map(({ start }) => start.time)];
  const ends = [
    ...hours.map(({ to }) => to),
    // One that ends on another day fills this one.
    ...events.map(({ start, end }) => (end.date === start.date ? end.time : '24:00')),
  ];
  const from = Math.min(...starts.map((time) => Number(time.slice(0, 2))));
  const to = Math.max(...ends.map(hourAfter));
  return { from: asHour(from), to: asHour(Math.min(to, LAST_HOUR)) };
}

function hourAfter(time: string): number {
  return Number(time.slice(0, 2)) + (time.endsWith(':00') ? 0 : 1);
}

function asHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
