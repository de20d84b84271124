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

/** Working hours of the days from `first` on, extended by appointments outside of them. */
export function gridHours(
  parts: readonly Pick<DayPart, 'from' | 'to'>[],
  events: readonly Pick<AgendaEvent, 'start' | 'end'>[],
  first: string,
): GridHours {
  const hours = [...(parts.length === 0 ? [USUAL_HOURS] : parts), ...events.map(toFirstDayHours)];
  const from = Math.min(...hours.map((span) => Math.floor(toMinutes(span.from) / 60)));
  const to = Math.max(...hours.map((span) => Math.ceil(toMinutes(span.to) / 60)));
  return { from: toHour(from), to: toHour(Math.min(to, LAST_HOUR)) };

  /** Hours of an appointment on its first shown day. */
  function toFirstDayHours({ start, end }: Pick<AgendaEvent, 'start' | 'end'>): GridHours {
    const day = start.date < first ? first : start.date;
    return {
      from: day === start.date ? start.time : '00:00',
      to: end.date > day ? '24:00' : end.time,
    };
  }
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
