import type { DoctorAppointment } from '@simiente/contract/appointments';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { askAgainForAppointments, putAppointment } from './appointment-cache.ts';
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
    mutationFn: saveAppointment,
    onSuccess: async ({ appointment, outsideWorkingHours }) => {
      await putAppointment(cache, appointment);
      askAgainForAppointments(cache);
      notifySuccess(
        'Cita actualizada',
        outsideWorkingHours ? { detail: 'Queda fuera del horario del médico.' } : {},
      );
    },
    onError: async (error) => {
      const current = currentOf(error);
      if (current) await putAppointment(cache, current);
    },
  });
}

/** Saves an edit; one whose answer was lost before is known by what it has done. */
export async function saveAppointment(edit: AppointmentEdit) {
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
