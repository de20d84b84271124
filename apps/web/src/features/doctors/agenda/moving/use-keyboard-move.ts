import { readWallTime, type WallTime } from '@simiente/contract/common/wall-time';
import type { Doctor } from '@simiente/contract/doctors/calls';
import { getWeekday } from '@simiente/contract/doctors/holidays';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { type AgendaEvent, addWallMinutes, shortTime } from '../agenda-events.ts';
import type { AgendaView } from '../agenda-search.ts';
import { type DayRange, longDay } from '../agenda-view.ts';
import type { GridHours } from '../grid/grid-hours.ts';

export interface KeyboardMove {
  readonly event: AgendaEvent;
  readonly minutes: number;
  /** Missing for the doctor of the appointment. */
  readonly idDoctor?: string | undefined;
}

interface KeyboardMoveOptions {
  drop: (event: AgendaEvent, date: string, idDoctor: string | undefined) => void;
  announce: (text: string) => void;
  /** Whether the account may. */
  mayMove: boolean;
  /** While a move is being saved. */
  isLocked: boolean;
}

/**
 * Alt with the arrow keys moves the focused appointment; releasing Alt saves the move, Escape cancels
 * it. The appointment stays within the days and hours shown. `announce` announces its time to screen readers.
 */
export function useKeyboardMove(
  shown: ShownDays,
  timeZone: string,
  { drop, announce, mayMove, isLocked }: KeyboardMoveOptions,
) {
  const [moved, setMoved] = useState<KeyboardMove | null>(null);

  const finish = useEffectEvent((event: globalThis.KeyboardEvent | FocusEvent) => {
    if (moved === null) return;
    if ('key' in event && event.key !== 'Alt' && event.key !== 'Escape') return;
    setMoved(null);
    if (!('key' in event) || event.key === 'Escape') {
      announce(`La cita de ${moved.event.name} conserva su horario.`);
      return;
    }
    // Otherwise releasing Alt would focus the browser's menu.
    event.preventDefault();
    if (moved.minutes === 0 && moved.idDoctor === undefined) return;
    const reading = readWallTime(addWallMinutes(moved.event.start, moved.minutes), timeZone);
    if ('instant' in reading) drop(moved.event, reading.instant, moved.idDoctor);
    else announce('Esa hora no existe ese día por el cambio de horario.');
  });

  const isMoving = moved !== null;
  useEffect(() => {
    if (!isMoving) return;
    const release = (event: globalThis.KeyboardEvent) => {
      if (event.type === 'keyup' || event.key === 'Escape') finish(event);
    };
    const leave = (event: FocusEvent) => finish(event);
    addEventListener('keyup', release);
    addEventListener('keydown', release);
    addEventListener('blur', leave);
    return () => {
      removeEventListener('keyup', release);
      removeEventListener('keydown', release);
      removeEventListener('blur', leave);
    };
  }, [isMoving]);

  function press(event: KeyboardEvent, focused: AgendaEvent | undefined) {
    const step = event.altKey ? getStepMinutes(event.key, shown.view) : undefined;
    if (step === undefined || focused === undefined) return;
    // Alt with an arrow key would navigate in the history.
    event.preventDefault();
    if (!mayMove || !focused.isMovable) {
      announce('Esta cita no se puede reprogramar.');
      return;
    }
    if (isLocked) {
      announce('Espera a que se guarde el otro cambio.');
      return;
    }
    const isSame = moved?.event.id === focused.id;
    const base = isSame ? moved.event : focused;
    const before = isSame ? moved : { event: base, minutes: 0 };
    const { edge, ...next } =
      shown.doctors !== undefined && Math.abs(step) === DAY
        ? stepToDoctor(before, Math.sign(step), shown.doctors)
        : { ...before, ...stepMove(base, before.minutes, step, shown) };
    setMoved(next);
    if (edge !== undefined) {
      announce(edge);
      return;
    }
    const wall = addWallMinutes(base.start, next.minutes);
    const doctor = shown.doctors?.find(({ idDoctor }) => idDoctor === next.idDoctor);
    const whom = doctor === undefined ? [] : [titledName(doctor.name)];
    announce([base.name, ...whom, longDay(wall.date), shortTime(wall)].join(', '));
  }

  return { moved, press };
}

const DAY = 24 * 60;
/** Minutes of one arrow key, and of the grid that a drag snaps to. */
export const STEP = 15;

/** The days and hours shown, which an appointment cannot leave. */
interface ShownDays {
  readonly view: AgendaView;
  readonly range: DayRange;
  readonly hours: GridHours;
  readonly withSundays: boolean;
  /** Doctors side by side, on one day, instead of days. */
  readonly doctors: readonly ColumnDoctor[] | undefined;
}

type ColumnDoctor = Pick<Doctor, 'idDoctor' | 'name'>;

type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

/** Minutes of each arrow key: a column is a day; in the month view a row is a week. */
export function getStepMinutes(key: string, view: AgendaView): number | undefined {
  const vertical = view === 'mes' ? 7 * DAY : STEP;
  const steps: Record<Arrow, number> = {
    ArrowUp: -vertical,
    ArrowDown: vertical,
    ArrowLeft: -DAY,
    ArrowRight: DAY,
  };
  return steps[key as Arrow];
}

/** The move to the doctor in the column beside; at the last column it does not change. */
export function stepToDoctor(
  moved: KeyboardMove,
  direction: number,
  doctors: readonly ColumnDoctor[],
): KeyboardMove & { edge?: string } {
  const ownDoctor = moved.event.idDoctor;
  const at = doctors.findIndex(({ idDoctor }) => idDoctor === (moved.idDoctor ?? ownDoctor));
  const next = doctors[at + direction];
  if (next === undefined) {
    return { ...moved, edge: `Ya es el ${direction < 0 ? 'primer' : 'último'} médico visible.` };
  }
  return { ...moved, idDoctor: next.idDoctor === ownDoctor ? undefined : next.idDoctor };
}

/**
 * The move in minutes after one more step, skipping a hidden Sunday. At an edge it does not change, and
 * `edge` announces which edge.
 */
export function stepMove(
  event: AgendaEvent,
  minutes: number,
  step: number,
  shown: ShownDays,
): { minutes: number; edge?: string } {
  let next = minutes + step;
  if (Math.abs(step) < DAY) {
    const isInside = staysInHours(event, next, step, shown.hours);
    return isInside ? { minutes: next } : { minutes, edge: describeEdge(step) };
  }
  const isHidden = ({ date }: WallTime) => !shown.withSundays && getWeekday(date) === 0;
  if (isHidden(addWallMinutes(event.start, next))) next += step;
  const { date } = addWallMinutes(event.start, next);
  const isInside = date >= shown.range.first && date <= shown.range.last;
  return isInside ? { minutes: next } : { minutes, edge: describeEdge(step) };
}

/** Checks only the direction of the step: an appointment beyond the other end can still be moved inside. */
function staysInHours(event: AgendaEvent, minutes: number, step: number, hours: GridHours) {
  const { date } = addWallMinutes(event.start, minutes - step);
  const toMinute = ({ date: day, time }: WallTime) =>
    (Date.parse(`${day}T${time}:00Z`) - Date.parse(`${date}T00:00:00Z`)) / 60_000;
  if (step < 0) return toMinute(addWallMinutes(event.start, minutes)) >= toMinutes(hours.from);
  const length = (Date.parse(event.endsAt) - Date.parse(event.startsAt)) / 60_000;
  return toMinute(addWallMinutes(event.start, minutes + length)) <= toMinutes(hours.to);
}

function toMinutes(hour: string): number {
  return Number(hour.slice(0, 2)) * 60;
}

function describeEdge(step: number): string {
  if (Math.abs(step) < DAY) {
    return `Ya es la ${step < 0 ? 'primera' : 'última'} hora visible.`;
  }
  if (Math.abs(step) > DAY) {
    return `Ya es la ${step < 0 ? 'primera' : 'última'} semana visible.`;
  }
  return `Ya es el ${step < 0 ? 'primer' : 'último'} día visible.`;
}
