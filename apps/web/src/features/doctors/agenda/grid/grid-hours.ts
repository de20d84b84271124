import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import type { AgendaEvent } from '../agenda-events.ts';
import type { DayPart } from '../day-parts.ts';
import { toMinutes } from './doctor-columns.ts';

/** Id of the text that explains how to move an appointment with the keyboard. */
export const KEYBOARD_HINT_ID = 'agenda-keyboard-hint';

/** First and last hour of the grid, as 'HH:00'. */
export interface GridHours {
  readonly from: string;
  readonly to: string;
}

const USUAL_HOURS: GridHours = { from: '08:00', to: '20:00' };
const LAST_HOUR = 24;

/** The full hours that include the working time and the appointments of the days from `first` on. */
export function gridHours(
  parts: readonly Pick<DayPart, 'from' | 'to'>[],
  events: readonly Pick<AgendaEvent, 'start' | 'end'>[],
  first: string,
): GridHours {
  /** Hours of an appointment on its first shown day. */
  const appointmentHours = events.map(({ start, end }) => {
    const day = start.date < first ? first : start.date;
    return {
      from: day === start.date ? start.time : '00:00',
      to: end.date > day ? '24:00' : end.time,
    };
  });
  const spans = [...(parts.length === 0 ? [USUAL_HOURS] : parts), ...appointmentHours];
  const from = Math.min(...spans.map((span) => Math.floor(toMinutes(span.from) / 60)));
  const to = Math.max(...spans.map((span) => Math.ceil(toMinutes(span.to) / 60)));
  return { from: toHour(from), to: toHour(Math.min(to, LAST_HOUR)) };
}

function toHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

const MINUTE_MS = 60_000;

/** Milliseconds since the epoch, updated each minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), MINUTE_MS, { autoInvoke: true });
  return now;
}
