import {
  type AppointmentWithoutPatient,
  appointmentWithoutPatient,
} from '@simiente/contract/calendly';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, queries } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { notifyError, notifySuccess, notifyUndo } from '../../ui/toasts/notify.tsx';
import { type PickablePatient, patientListsKey } from '../patients/public.ts';
import { dropFromList, refreshLists } from './use-without-patient.ts';

interface Assignment {
  readonly appointment: AppointmentWithoutPatient;
  readonly patient: PickablePatient;
}

/** Says whose an appointment is. It leaves the list, and 'Deshacer' puts it back. */
export function useAssignPatient() {
  const cache = useQueryClient();
  const refreshPatient = (idUser: string) => {
    const history = queries.patients.getMedicalHistory.key({ input: { idUser } });
    void cache.invalidateQueries({ queryKey: history });
    void cache.invalidateQueries({ queryKey: patientListsKey });
  };

  const undoing = useMutation({
    mutationFn: ({
      idAppointment,
      version,
    }: {
      idAppointment: string;
      version: number;
      idUser: string;
    }) => api.calendly.unassignPatient({ idAppointment, version }),
    onSuccess: () => notifySuccess('La cita está otra vez sin paciente'),
    onError: (error, undo) =>
      notifyError('No se pudo deshacer', {
        detail: error.message,
        ...(isWorthRepeating(error) && { onRetry: () => undoing.mutate(undo) }),
      }),
    onSettled: (_answer, _error, { idUser }) => {
      refreshLists(cache);
      refreshPatient(idUser);
    },
  });

  return useMutation({
    mutationFn: ({ appointment, patient }: Assignment) =>
      api.calendly.assignPatient({
        idAppointment: appointment.idAppointment,
        idUser: patient.idUser,
        version: appointment.version,
      }),
    onSuccess: async ({ data }, { patient }) => {
      await dropFromList(cache, data.idAppointment);
      refreshPatient(patient.idUser);
      const { idAppointment, version } = data;
      notifyUndo(`Cita asignada a ${patient.name}`, {
        onUndo: () => undoing.mutate({ idAppointment, version, idUser: patient.idUser }),
      });
    },
    // Whatever it is now, the list should say so.
    onError: () => refreshLists(cache),
  });
}

/** Only what may go otherwise the next time is offered again. */
function isWorthRepeating(error: Error): boolean {
  return error instanceof ApiFailure && error.status >= 500;
}

/** Why nothing was assigned, and what is to be done about it. */
export function describeRefusal(error: Error): string {
  if (!(error instanceof ApiFailure)) return error.message;
  if (error.code === 'STALE_VERSION') {
    return 'La cita cambió mientras la asignabas. Revisa cómo quedó y vuelve a asignarla.';
  }
  const { name } = detailsOf(error);
  return error.code === 'APPOINTMENT_ASSIGNED' && typeof name === 'string' && name !== ''
    ? `Esta cita ya tiene paciente: ${name}.`
    : error.message;
}

/** The appointment as it is now, when that is what an assignment was refused for. */
export function currentAppointment(error: Error | null): AppointmentWithoutPatient | undefined {
  const isStale = error instanceof ApiFailure && error.code === 'STALE_VERSION';
  return isStale ? appointmentWithoutPatient.safeParse(detailsOf(error).current).data : undefined;
}

function detailsOf({ details }: ApiFailure): Partial<Record<string, unknown>> {
  return typeof details === 'object' ? { ...details } : {};
}
