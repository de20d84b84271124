import type { DoctorAppointment } from '@simiente/contract/appointments';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, queries } from '../../lib/api/client.ts';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { patientListsKey } from '../patients/public.ts';
import type { AppointmentChange } from './appointment-draft.ts';
import { currentOf } from './refusals.ts';

interface AppointmentEdit extends AppointmentChange {
  readonly idAppointment: string;
  /** The version that the change was made from. */
  readonly version: number;
}

/** Saves an appointment. The one that comes back takes the place of the one on screen, without a reload. */
export function useUpdateAppointment() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: save,
    onSuccess: async ({ appointment, outsideWorkingHours }) => {
      await replaceAppointment(cache, appointment);
      // The list says who has an appointment to come; it asks again when somebody looks at it.
      void cache.invalidateQueries({ queryKey: patientListsKey });
      notifySuccess(
        'Cita actualizada',
        outsideWorkingHours ? { detail: 'Queda fuera del horario del médico.' } : {},
      );
    },
    onError: async (error) => {
      const current = currentOf(error);
      if (current) await replaceAppointment(cache, current);
    },
  });
}

async function save(edit: AppointmentEdit) {
  try {
    return (await api.appointments.updateStatus(edit)).data;
  } catch (error) {
    const current = error instanceof Error ? currentOf(error) : undefined;
    // Our own edit, whose answer was lost: sent again, it meets what it has done itself.
    if (current && isDone(current, edit)) {
      return { appointment: current, outsideWorkingHours: false };
    }
    throw error;
  }
}

function isDone({ status, appointmentDate }: DoctorAppointment, edit: AppointmentChange): boolean {
  return (
    status === edit.status &&
    appointmentDate.date !== null &&
    Date.parse(appointmentDate.date) === Date.parse(edit.date)
  );
}

async function replaceAppointment(cache: QueryClient, next: DoctorAppointment): Promise<void> {
  const { queryKey } = queries.patients.getMedicalHistory.queryOptions({
    input: { idUser: next.idUser },
  });
  // An answer that is on its way was made before.
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, (answer) => {
    if (answer === undefined) return undefined;
    const { appointments } = answer.data;
    const doctorAppointments = appointments.doctorAppointments.map((appointment) =>
      appointment.id === next.id ? next : appointment,
    );
    return {
      ...answer,
      data: { ...answer.data, appointments: { ...appointments, doctorAppointments } },
    };
  });
}
