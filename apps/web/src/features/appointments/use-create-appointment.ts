import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, queries } from '../../lib/api/client.ts';
import { useRequestKey } from '../../lib/api/request-key.ts';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { askAgainForAppointments, putAppointment } from './appointment-cache.ts';
import type { AppointmentChange } from './appointment-draft.ts';

interface NewAppointment extends AppointmentChange {
  readonly idUser: string;
  readonly idDoctor: string;
}

/** Makes an appointment, which then stands with the others of its patient, without a reload. */
export function useCreateAppointment() {
  const cache = useQueryClient();
  const { keyOf, forget } = useRequestKey();
  return useMutation({
    mutationFn: async (wanted: NewAppointment) => {
      const context = { idempotencyKey: keyOf(wanted) };
      return (await api.appointments.create(wanted, { context })).data;
    },
    onSuccess: async ({ appointment, outsideWorkingHours }) => {
      forget();
      await putAppointment(cache, appointment);
      askAgainForAppointments(cache);
      notifySuccess(
        'Cita creada',
        outsideWorkingHours ? { detail: 'Queda fuera del horario del médico.' } : {},
      );
    },
    // What was taken for free may not be, and the doctor may have retired.
    onError: () => {
      void cache.invalidateQueries({ queryKey: queries.appointments.freeTimes.key() });
      void cache.invalidateQueries({ queryKey: queries.doctors.key() });
    },
  });
}
