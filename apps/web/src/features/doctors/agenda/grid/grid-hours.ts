import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import type { AgendaEvent } from '../agenda-events.ts';
import type { DayPart } from '../day-parts.ts';

/** Id of the text that explains how to move an appointment with the keyboard. */
export const KEYBOARD_HINT_ID = 'agenda-keyboard-hint';

/** First and last hour of the grid, as 'HH:00'. */
export interface GridHours {
  readonly from: string;
  readonly to: string;
}

const USUAL: GridHours = { from: '08:00', to: '20:00' };
const LAST_HOUR = 24;

/** The working hours, extended by appointments outside them, of days from `first` on. */
export function gridHours(
  parts: readonly Pick<DayPart, 'from' | 'to'>[],
  events: readonly Pick<AgendaEvent, 'start' | 'end'>[],
  first: string,
): GridHours {
  const hours = [...(parts.length === 0 ? [USUAL] : parts), ...events.map(onItsDay)];
  const from = Math.min(...hours.map((span) => Number(span.from.slice(0, 2))));
  const to = Math.max(...hours.map((span) => hourAfter(span.to)));
  return { from: asHour(from), to: asHour(Math.min(to, LAST_HOUR)) };

  /** Hours of the interval on the first shown day. */
  function onItsDay({ start, end }: Pick<AgendaEvent, 'start' | 'end'>): GridHours {
    const day = start.date < first ? first : start.date;
    return {
      from: day === start.date ? start.time : '00:00',
      to: end.date > day ? '24:00' : end.time,
    };
  }
}

function hourAfter(time: string): number {
  return Number(time.slice(0, 2)) + (time.endsWith(':00') ? 0 : 1);
}

function asHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

const MINUTE = 60_000;

/** Milliseconds since the epoch, updated each minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), MINUTE, { autoInvoke: true });
  return now;
}
