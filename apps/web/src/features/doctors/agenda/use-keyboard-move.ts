import { readWallTime } from '@simiente/contract/common/wall-time';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { type AgendaEvent, laterOnTheWall, shortTime } from './agenda-events.ts';
import { longDay } from './agenda-view.ts';
import { carryOn, minutesOf, type Shown } from './carry.ts';

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
  shown: Shown,
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
