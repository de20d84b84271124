import type { WorkingDay } from '@simiente/contract/doctors';
import type { AgendaEvent } from './agenda-events.ts';

/** Id of the text that explains how to move an appointment with the keyboard. */
export const KEYBOARD_HINT_ID = 'agenda-keyboard-hint';

/** First and last hour of the grid, as 'HH:00'. */
export interface GridHours {
  readonly from: string;
  readonly to: string;
}

const USUAL: GridHours = { from: '08:00', to: '20:00' };
const LAST_HOUR = 24;

/** The doctor's working hours, extended by appointments outside them. */
export function gridHours(
  workingDays: readonly WorkingDay[],
  events: readonly AgendaEvent[],
): GridHours {
  const hours = workingDays.length === 0 ? [USUAL] : workingDays;
  const starts = [...hours.map(({ from }) => from), ...events.map(({ start }) => start.time)];
  const ends = [
    ...hours.map(({ to }) => to),
    // An appointment that ends on another day lasts until midnight.
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
