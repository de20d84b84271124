import { readWallTime, type WallTime } from '@simiente/contract/common/wall-time';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { type AgendaEvent, laterOnTheWall, shortTime } from './agenda-events.ts';
import { type AgendaView, type DayRange, longDay } from './agenda-view.ts';
import { weekdayOf } from './calendar-days.ts';
import type { GridHours } from './grid-hours.ts';

export interface Carried {
  readonly event: AgendaEvent;
  readonly minutes: number;
}

interface KeyboardMoveOptions {
  drop: (event: AgendaEvent, date: string) => void;
  say: (text: string) => void;
  /** While nothing may be carried. */
  isLocked: boolean;
}

/**
 * Alt and the arrows carry the appointment that has the focus, and letting go of Alt drops it there;
 * Escape puts it back. It never leaves the days and hours that are shown. `say` tells readers where
 * it is.
 */
export function useKeyboardMove(
  shown: ShownDays,
  timeZone: string,
  { drop, say, isLocked }: KeyboardMoveOptions,
) {
  const [carried, setCarried] = useState<Carried | null>(null);

  const letGo = useEffectEvent((event: globalThis.KeyboardEvent | FocusEvent) => {
    if (carried === null) return;
    if ('key' in event && event.key !== 'Alt' && event.key !== 'Escape') return;
    setCarried(null);
    if (!('key' in event) || event.key === 'Escape') {
      say(`La cita de ${carried.event.appointment.patient.name} sigue a su hora.`);
      return;
    }
    // Else the browser would go to its menu.
    event.preventDefault();
    if (carried.minutes === 0) return;
    const reading = readWallTime(laterOnTheWall(carried.event.start, carried.minutes), timeZone);
    if ('instant' in reading) drop(carried.event, reading.instant);
    else say('Esa hora no existe ese día por el cambio de horario.');
  });

  const isCarrying = carried !== null;
  useEffect(() => {
    if (!isCarrying) return;
    const release = (event: globalThis.KeyboardEvent) => {
      if (event.type === 'keyup' || event.key === 'Escape') letGo(event);
    };
    const leave = (event: FocusEvent) => letGo(event);
    addEventListener('keyup', release);
    addEventListener('keydown', release);
    addEventListener('blur', leave);
    return () => {
      removeEventListener('keyup', release);
      removeEventListener('keydown', release);
      removeEventListener('blur', leave);
    };
  }, [isCarrying]);

  function press(event: KeyboardEvent, focused: AgendaEvent | undefined) {
    const step = event.altKey ? minutesOf(event.key, shown.view) : undefined;
    if (step === undefined || focused === undefined) return;
    // Alt and an arrow would lead to another page.
    event.preventDefault();
    if (!focused.isMovable) {
      say('Esta cita no se puede mover.');
      return;
    }
    if (isLocked) {
      say('Espera a que se guarde el otro cambio.');
      return;
    }
    const isSame = carried?.event.appointment.id === focused.appointment.id;
    const base = isSame ? carried.event : focused;
    const { minutes, edge } = carryOn(base, isSame ? carried.minutes : 0, step, shown);
    setCarried({ event: base, minutes });
    if (edge !== undefined) {
      say(edge);
      return;
    }
    const wall = laterOnTheWall(base.start, minutes);
    say(`${base.appointment.patient.name}, ${longDay(wall.date)}, ${shortTime(wall)}`);
  }

  return { carried, press };
}

const DAY = 24 * 60;
/** Minutes that an arrow moves an appointment by; a drag snaps to as many. */
export const STEP = 15;

/** The days and hours that are drawn: whatever is carried out of them would be lost from sight. */
export interface ShownDays {
  readonly view: AgendaView;
  readonly range: DayRange;
  readonly hours: GridHours;
  readonly withSundays: boolean;
}

type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

/** Minutes that each arrow stands for: a column is a day, and in a month a row is a week. */
export function minutesOf(key: string, view: AgendaView): number | undefined {
  const vertical = view === 'mes' ? 7 * DAY : STEP;
  const steps: Record<Arrow, number> = {
    ArrowUp: -vertical,
    ArrowDown: vertical,
    ArrowLeft: -DAY,
    ArrowRight: DAY,
  };
  return steps[key as Arrow];
}

/**
 * How many minutes away an appointment is after one more step: a Sunday that is not shown is stepped
 * over. At an edge it stays, and `edge` says which.
 */
export function carryOn(
  event: AgendaEvent,
  minutes: number,
  step: number,
  shown: ShownDays,
): { minutes: number; edge?: string } {
  let next = minutes + step;
  if (Math.abs(step) < DAY) {
    const isInside = staysInHours(event, next, step, shown.hours);
    return isInside ? { minutes: next } : { minutes, edge: edgeOf(step) };
  }
  const isHidden = ({ date }: WallTime) => !shown.withSundays && weekdayOf(date) === 0;
  if (isHidden(laterOnTheWall(event.start, next))) next += step;
  const { date } = laterOnTheWall(event.start, next);
  const isInside = date >= shown.range.first && date <= shown.range.last;
  return isInside ? { minutes: next } : { minutes, edge: edgeOf(step) };
}

/** Only what lies ahead counts: what reaches out of the other end may still be brought in. */
function staysInHours(event: AgendaEvent, minutes: number, step: number, hours: GridHours) {
  const { date } = laterOnTheWall(event.start, minutes - step);
  const minuteOf = ({ date: day, time }: WallTime) =>
    (Date.parse(`${day}T${time}:00Z`) - Date.parse(`${date}T00:00:00Z`)) / 60_000;
  if (step < 0) return minuteOf(laterOnTheWall(event.start, minutes)) >= toMinutes(hours.from);
  const length = (Date.parse(event.endsAt) - Date.parse(event.startsAt)) / 60_000;
  return minuteOf(laterOnTheWall(event.start, minutes + length)) <= toMinutes(hours.to);
}

function toMinutes(hour: string): number {
  return Number(hour.slice(0, 2)) * 60;
}

function edgeOf(step: number): string {
  if (Math.abs(step) < DAY) {
    return `Es la ${step < 0 ? 'primera' : 'última'} hora que se ve.`;
  }
  if (Math.abs(step) > DAY) {
    return `Es la ${step < 0 ? 'primera' : 'última'} semana que se ve.`;
  }
  return `Es el ${step < 0 ? 'primer' : 'último'} día que se ve.`;
}
