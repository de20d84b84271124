import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, queries } from '../../lib/api/client.ts';
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
  const keyFor = useKeyFor();
  return useMutation({
    mutationFn: async (wanted: NewAppointment) => {
      const context = { idempotencyKey: keyFor(wanted) };
      return (await api.appointments.create(wanted, { context })).data;
    },
    onSuccess: async ({ appointment, outsideWorkingHours }) => {
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

/**
 * One key for one wish: whoever sends the same again, because the answer was lost, gets what was made
 * the first time; another wish is another appointment.
 */
function useKeyFor(): (wanted: NewAppointment) => string {
  const last = useRef({ wish: '', key: '' });
  return (wanted) => {
    const wish = JSON.stringify(wanted);
    if (last.current.wish !== wish) last.current = { wish, key: crypto.randomUUID() };
    return last.current.key;
  };
}
