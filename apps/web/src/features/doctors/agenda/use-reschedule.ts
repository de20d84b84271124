import { appointmentStatuses, type DoctorAppointment } from '@simiente/contract/appointments';
import { toWallTime } from '@simiente/contract/common/wall-time';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../../lib/api/client.ts';
import { notifyError, notifySuccess, notifyUndo } from '../../../ui/toasts/notify.tsx';
import {
  askAgainForAppointments,
  currentOf,
  overlapOf,
  putAppointment,
  saveAppointment,
} from '../../appointments/public.ts';
import { movedTo, shortTime } from './agenda-events.ts';
import { longDay } from './agenda-view.ts';

interface Move {
  readonly appointment: DoctorAppointment;
  /** The instant that it goes to. */
  readonly date: string;
  /** Takes an earlier move back. */
  readonly isUndo?: boolean;
}

/** Moves are made one after the other; an undo may be asked for at any time, and waits for its turn. */
const MOVES = { mutationKey: ['reschedule'], scope: { id: 'reschedule' } };

/**
 * Gives an appointment another time. It is there at once, goes back when the server refuses, and
 * 'Deshacer' puts it back afterwards.
 */
export function useReschedule(timeZone: string) {
  const cache = useQueryClient();
  const isMoving = useIsMutating({ mutationKey: MOVES.mutationKey }) > 0;
  const [refused, setRefused] = useState<{ appointment: DoctorAppointment; error: Error }>();
  const moving = useMutation({
    ...MOVES,
    mutationFn: ({ appointment, date }: Move) => {
      const { idAppointment, version } = appointment;
      const status = appointmentStatuses.find((known) => known === appointment.status) ?? 'pending';
      return saveAppointment({ idAppointment, status, date, version });
    },
    onMutate: ({ appointment, date }) => putAppointment(cache, movedTo(appointment, date)),
    onSuccess: async ({ appointment: saved, outsideWorkingHours }, { appointment, isUndo }) => {
      await putAppointment(cache, saved);
      askAgainForAppointments(cache);
      if (isUndo) {
        notifySuccess('Cambio deshecho');
        return;
      }
      const { date: before } = appointment.appointmentDate;
      const detail = outsideWorkingHours ? ' Está fuera del horario del médico.' : '';
      notifyUndo('Cita reprogramada', {
        detail: `${describe(saved.appointmentDate.date, timeZone)}.${detail}`,
        onUndo: () =>
          before !== null && moving.mutate({ appointment: saved, date: before, isUndo: true }),
      });
    },
    onError: async (error, { appointment }) => {
      const current = currentOf(error);
      await putAppointment(cache, current ?? appointment);
      // Whoever stands in the way may not be drawn yet.
      void cache.invalidateQueries({ queryKey: queries.doctors.agenda.key() });
      // A time that is taken is told in full, with the free ones, where the agenda shows it.
      if (overlapOf(error)) {
        setRefused({ appointment, error });
        return;
      }
      notifyError('No se movió la cita', {
        detail: current
          ? 'Otra persona la cambió mientras tanto. La agenda muestra cómo está ahora.'
          : error.message,
      });
    },
  });
  return {
    /** While an appointment is on its way to another time, no other one goes anywhere. */
    isMoving,
    /** What could not be moved because its new time is taken. */
    refused,
    dismiss: () => setRefused(undefined),
    move: (appointment: DoctorAppointment, date: string) => {
      setRefused(undefined);
      moving.mutate({ appointment, date });
    },
  };
}

/** 'martes 24 de noviembre, 10:00' */
function describe(instant: string | null, timeZone: string): string {
  if (instant === null) return '';
  const wall = toWallTime(instant, timeZone);
  return `${longDay(wall.date)}, ${shortTime(wall)}`;
}
