import { useWindowEvent } from '@mantine/hooks';
import { appointmentStatuses } from '@simiente/contract/appointments/statuses';
import { readWallTime, type WallTime } from '@simiente/contract/common/wall-time';
import type { AgendaRow, Doctor } from '@simiente/contract/doctors/calls';
import { getWeekday } from '@simiente/contract/doctors/holidays';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { useIsMutating, useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { api } from '../../../../lib/api/client.ts';
import { useRequestKey } from '../../../../lib/api/request-key.ts';
import { useFailureToast } from '../../../../ui/toasts/notify.tsx';
import {
  parseCurrent,
  parseOverlap,
  parseSameTime,
  putIntoAgendas,
  refreshAppointments,
  useSavedAppointment,
} from '../../../appointments/public.ts';
import { type AgendaEvent, addWallMinutes, moveRow, shortTime } from '../agenda-events.ts';
import type { AgendaView } from '../agenda-search.ts';
import { type DayRange, longDay } from '../agenda-view.ts';
import { type GridHours, toMinutes } from '../grid/doctor-columns.ts';

export interface KeyboardMove {
  readonly event: AgendaEvent;
  /** The distance from the event's saved start. */
  readonly minutes: number;
  /** The new doctor; undefined to keep the doctor. */
  readonly idDoctor?: string | undefined;
}

interface KeyboardMoveOptions {
  drop: (event: AgendaEvent, date: string, idDoctor: string | undefined) => void;
  announce: (text: string) => void;
  mayMove: boolean;
  /** Whether another move is being saved. */
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

  function cancel() {
    if (moved === null) return;
    setMoved(null);
    announce(`La cita de ${moved.event.name} conserva su horario.`);
  }

  useWindowEvent('blur', cancel);
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') cancel();
  });
  useWindowEvent('keyup', (event) => {
    if (moved === null || event.key !== 'Alt') return;
    setMoved(null);
    // Otherwise releasing Alt would focus the browser's menu.
    event.preventDefault();
    if (moved.minutes === 0 && moved.idDoctor === undefined) return;
    const reading = readWallTime(addWallMinutes(moved.event.start, moved.minutes), timeZone);
    if ('instant' in reading) drop(moved.event, reading.instant, moved.idDoctor);
    else announce('Esa hora no existe ese día por el cambio de horario.');
  });

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
    const previous = isSame ? moved : { event: base, minutes: 0 };
    const { edge, ...next } =
      shown.doctors !== undefined && Math.abs(step) === DAY_MINUTES
        ? stepToDoctor(previous, Math.sign(step), shown.doctors)
        : { ...previous, ...stepMove(base, previous.minutes, step, shown) };
    setMoved(next);
    if (edge !== undefined) {
      announce(edge);
      return;
    }
    const wall = addWallMinutes(base.start, next.minutes);
    const doctor = shown.doctors?.find(({ idDoctor }) => idDoctor === next.idDoctor);
    const doctorName = doctor && titledName(doctor.name);
    const words = [base.name, doctorName, longDay(wall.date), shortTime(wall)];
    announce(words.filter(Boolean).join(', '));
  }

  return { moved, press };
}

const DAY_MINUTES = 24 * 60;
/** Minutes by which the keys up and down move an appointment, and to multiples of which a drag snaps. */
export const STEP_MINUTES = 15;

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

/** The minutes by which an arrow key moves: a column is a day, and in the month view a row is a week. */
export function getStepMinutes(key: string, view: AgendaView): number | undefined {
  const vertical = view === 'mes' ? 7 * DAY_MINUTES : STEP_MINUTES;
  const steps: Record<Arrow, number> = {
    ArrowUp: -vertical,
    ArrowDown: vertical,
    ArrowLeft: -DAY_MINUTES,
    ArrowRight: DAY_MINUTES,
  };
  return steps[key as Arrow];
}

/** The move to the doctor in the next column. At the last column the move stays, and `edge` is the announcement. */
export function stepToDoctor(
  moved: KeyboardMove,
  direction: number,
  doctors: readonly ColumnDoctor[],
): KeyboardMove & { edge?: string } {
  const savedDoctor = moved.event.idDoctor;
  const index = doctors.findIndex(({ idDoctor }) => idDoctor === (moved.idDoctor ?? savedDoctor));
  const next = doctors[index + direction];
  if (next === undefined) {
    return { ...moved, edge: `Ya es el ${direction < 0 ? 'primer' : 'último'} médico visible.` };
  }
  return { ...moved, idDoctor: next.idDoctor === savedDoctor ? undefined : next.idDoctor };
}

/** The move after one more step, skipping a hidden Sunday. At an edge the move stays, and `edge` is announced. */
export function stepMove(
  event: AgendaEvent,
  minutes: number,
  step: number,
  shown: ShownDays,
): { minutes: number; edge?: string } {
  let next = minutes + step;
  if (Math.abs(step) < DAY_MINUTES) {
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

function describeEdge(step: number): string {
  if (Math.abs(step) < DAY_MINUTES) {
    return `Ya es la ${step < 0 ? 'primera' : 'última'} hora visible.`;
  }
  if (Math.abs(step) > DAY_MINUTES) {
    return `Ya es la ${step < 0 ? 'primera' : 'última'} semana visible.`;
  }
  return `Ya es el ${step < 0 ? 'primer' : 'último'} día visible.`;
}

export interface Move {
  readonly appointment: AgendaRow;
  /** New start (ISO 8601). */
  readonly date: string;
  /** The new doctor; undefined to keep the doctor. */
  readonly idDoctor?: string | undefined;
  /** Whether to move the appointment although the patient has another one at that time. */
  readonly despiteSameTime?: boolean;
}

/** Moves are saved one after another: an undo waits for a pending move. */
const MOVES = { mutationKey: ['reschedule'], scope: { id: 'reschedule' } };

const findStatus = ({ status }: AgendaRow) =>
  appointmentStatuses.find((value) => value === status) ?? 'pending';

/** Moves an appointment optimistically, with a rollback after a rejection, and with 'Deshacer' after a success. */
export function useReschedule() {
  const isMoving = useIsMutating({ mutationKey: MOVES.mutationKey }) > 0;
  const [rejected, setRejected] = useState<Move & { error: Error }>();
  const failure = useFailureToast();
  const { optionsFor } = useRequestKey();
  const afterMove = useSavedAppointment(MOVES);
  const moving = useMutation({
    ...MOVES,
    mutationFn: async ({ appointment, date, idDoctor, despiteSameTime = false }: Move) => {
      const edit = {
        idAppointment: appointment.id,
        status: findStatus(appointment),
        date,
        version: appointment.version,
        ...(idDoctor !== undefined && idDoctor !== appointment.idDoctor && { idDoctor }),
        ...(despiteSameTime && { despiteSameTime }),
      };
      return (await api.appointments.updateStatus(edit, optionsFor(edit))).data;
    },
    onMutate: ({ appointment, date, idDoctor }) => {
      failure.clear();
      return putIntoAgendas(moveRow(appointment, date, idDoctor));
    },
    onSuccess: async ({ appointment: saved, outsideWorkingHours }, { appointment }) => {
      const { id: idAppointment, startsAt: date, idDoctor } = appointment;
      const before = {
        ...{ idAppointment, date, status: findStatus(appointment) },
        ...(idDoctor !== null && { idDoctor }),
      };
      await afterMove.show(saved);
      afterMove.notifySaved('Cita reprogramada', { ...saved, outsideWorkingHours, before });
    },
    onError: async (error, { appointment, date, idDoctor }) => {
      await putIntoAgendas(appointment);
      const isStale = parseCurrent(error) !== undefined;
      // The change of another user, or an overlapping appointment, may not be loaded yet.
      const refreshing = refreshAppointments();
      if (isStale) await refreshing;
      // The page shows a dialog for a time that is taken.
      if (parseOverlap(error) || parseSameTime(error)) {
        setRejected({ appointment, error, date, idDoctor });
        return;
      }
      failure.show('No se pudo reprogramar la cita', {
        detail: isStale
          ? 'Otra persona la modificó. La agenda ya muestra el cambio.'
          : error.message,
      });
    },
  });
  return {
    isMoving,
    /** The move that was rejected because its time is taken. */
    rejected,
    dismiss: () => setRejected(undefined),
    move: (move: Move) => {
      setRejected(undefined);
      moving.mutate(move);
    },
  };
}
