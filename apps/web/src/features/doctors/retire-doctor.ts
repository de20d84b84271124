import { type Doctor, doctor as doctorSchema } from '@simiente/contract/doctors';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { staleDetails } from '../../lib/api/failure.ts';
import { notifyError, notifySuccess } from '../../ui/toasts/notify.tsx';
import { showDoctor } from './show-doctor.ts';

/** Retires a doctor, or takes them back; the server knows by itself what is done already. */
export function useRetireDoctor() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ doctor: { idDoctor, version }, retired }: Retirement) =>
      (await api.doctors.retire({ idDoctor, retired, version })).data.doctor,
    onSuccess: async (saved, { retired }) => {
      await showDoctor(cache, saved);
      notifySuccess(retired ? 'Médico retirado' : 'Médico reincorporado');
    },
    onError: async (error) => {
      const current = doctorSchema.safeParse(staleDetails(error)).data;
      if (current) await showDoctor(cache, current);
      notifyError('No se guardó el cambio', {
        detail: current
          ? 'Otra persona cambió al médico mientras tanto. Revisa sus datos actuales.'
          : error.message,
      });
    },
  });
}

interface Retirement {
  readonly doctor: Doctor;
  readonly retired: boolean;
}
