import { appointmentStatuses } from '@simiente/contract/appointments/statuses';
import type { AgendaRow } from '@simiente/contract/doctors/calls';
import { useIsMutating, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { cache, queries } from '../../../../lib/api/client.ts';
import { notifySuccess, notifyUndo, useFailureToast } from '../../../../ui/toasts/notify.tsx';
import {
  describeSaved,
  invalidateAppointments,
  parseCurrent,
  parseOverlap,
  parseSameTime,
  putAppointment,
  putIntoAgendas,
  saveAppointment,
  toAgendaRow,
} from '../../../appointments/public.ts';
import { moveRow } from '../agenda-events.ts';

export interface Move {
  readonly appointment: AgendaRow;
  /** New start (ISO 8601). */
  readonly date: string;
  /** The new doctor; undefined to keep the doctor. */
  readonly idDoctor?: string | undefined;
  readonly isUndo?: boolean;
  /** Whether to move it although the patient has another appointment then. */
  readonly despiteSameTime?: boolean;
}

/** Moves are saved one after another: an undo waits for a pending move. */
const MOVES = { mutationKey: ['reschedule'], scope: { id: 'reschedule' } };

/**
 * Moves an appointment to another time: optimistically, with a rollback if the server rejects it, and with
 * 'Deshacer' afterwards.
 */
export function useReschedule(timeZone: string) {
  const isMoving = useIsMutating({ mutationKey: MOVES.mutationKey }) > 0;
  const [rejected, setRejected] = useState<Move & { error: Error }>();
  const failure = useFailureToast();
  const moving = useMutation({
    ...MOVES,
    mutationFn: (move: Move) => {
      const { appointment, date, isUndo = false, despiteSameTime = isUndo } = move;
      const { id: idAppointment, version } = appointment;
      const { idDoctor } = move;
      const status = appointmentStatuses.find((value) => value === appointment.status) ?? 'pending';
      return saveAppointment({
        idAppointment,
        status,
        date,
        version,
        ...(idDoctor !== undefined && idDoctor !== appointment.idDoctor && { idDoctor }),
        ...(despiteSameTime && { despiteSameTime }),
      });
    },
    onMutate: ({ appointment, date, idDoctor }) => {
      failure.clear();
      return putIntoAgendas(moveRow(appointment, date, idDoctor));
    },
    onSuccess: async ({ appointment: saved, outsideWorkingHours }, { appointment, isUndo }) => {
      await putAppointment(saved);
      invalidateAppointments();
      if (isUndo) {
        notifySuccess('Cambio deshecho');
        return;
      }
      const idDoctor = appointment.idDoctor ?? undefined;
      notifyUndo('Cita reprogramada', {
        detail: describeSaved({ ...saved, outsideWorkingHours }, timeZone),
        onUndo: () => {
          const row = toAgendaRow(saved);
          const date = appointment.startsAt;
          if (row) moving.mutate({ appointment: row, date, idDoctor, isUndo: true });
        },
      });
    },
    onError: async (error, { appointment, date, idDoctor }) => {
      const current = parseCurrent(error);
      if (current) await putAppointment(current);
      else await putIntoAgendas(appointment);
      // The overlapping appointment may not be loaded yet.
      void cache.invalidateQueries({ queryKey: queries.doctors.agenda.key() });
      void cache.invalidateQueries({ queryKey: queries.doctors.day.key() });
      // The page shows a dialog for a time that is taken.
      if (parseOverlap(error) || parseSameTime(error)) {
        setRejected({ appointment, error, date, idDoctor });
        return;
      }
      failure.tell('No se pudo reprogramar la cita', {
        detail: current
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
