import { appointmentStatuses } from '@simiente/contract/appointments/statuses';
import type { AgendaRow } from '@simiente/contract/doctors/calls';
import { useIsMutating, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { cache, queries } from '../../../../lib/api/client.ts';
import { useFailureToast } from '../../../../ui/toasts/notify.tsx';
import {
  parseCurrent,
  parseOverlap,
  parseSameTime,
  putAppointment,
  putIntoAgendas,
  saveAppointment,
  useSavedAppointment,
} from '../../../appointments/public.ts';
import { moveRow } from '../agenda-events.ts';

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
  const afterMove = useSavedAppointment('Cita reprogramada', MOVES);
  const moving = useMutation({
    ...MOVES,
    mutationFn: (move: Move) => {
      const { appointment, date, idDoctor, despiteSameTime = false } = move;
      const { id: idAppointment, version } = appointment;
      const status = findStatus(appointment);
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
    onSuccess: async ({ appointment: saved, outsideWorkingHours }, { appointment }) => {
      const { id: idAppointment, startsAt: date, idDoctor } = appointment;
      const before = {
        ...{ idAppointment, date, status: findStatus(appointment) },
        ...(idDoctor !== null && { idDoctor }),
      };
      await afterMove.show(saved);
      afterMove.onDone({ ...saved, outsideWorkingHours, before });
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
