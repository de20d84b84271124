import { type Doctor, doctor } from '@simiente/contract/doctors';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, queries } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { notifyError, notifySuccess } from '../../ui/toasts/notify.tsx';
import { type DoctorFields, draftOf, isSame } from './doctor-draft.ts';

/** A new doctor, under the key that lets it be sent again; or what changes of one, from a version. */
export type DoctorSaving =
  | { readonly fields: DoctorFields; readonly key: string }
  | { readonly fields: Partial<DoctorFields>; readonly idDoctor: string; readonly version: number };

/** Saves a doctor. The one that comes back is what the screens show from then on. */
export function useSaveDoctor() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: saveDoctor,
    onSuccess: async (saved, saving) => {
      await showDoctor(cache, saved);
      notifySuccess('key' in saving ? 'Médico creado' : 'Médico actualizado');
    },
    onError: async (error) => {
      const current = currentOf(error);
      if (current) await showDoctor(cache, current);
    },
  });
}

/** Sends what is to be saved; an edit whose answer was lost before is known by what it has done. */
export async function saveDoctor(saving: DoctorSaving): Promise<Doctor> {
  if ('key' in saving) {
    const context = { idempotencyKey: saving.key };
    return (await api.doctors.create(saving.fields, { context })).data.doctor;
  }
  const { fields, idDoctor, version } = saving;
  try {
    return (await api.doctors.update({ ...fields, idDoctor, version })).data.doctor;
  } catch (error) {
    const current = error instanceof Error ? currentOf(error) : undefined;
    // Our own edit, whose answer was lost: sent again, it meets what it has done itself.
    if (current && isSame(draftOf(current), draftOf({ ...current, ...fields }))) return current;
    throw error;
  }
}

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
      const current = currentOf(error);
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

/** The doctor as somebody else left them, when that is what an edit was refused for. */
export function currentOf(error: Error | null): Doctor | undefined {
  if (!(error instanceof ApiFailure && error.code === 'STALE_VERSION')) return undefined;
  const { current }: { current?: unknown } = { ...(error.details as object | undefined) };
  return doctor.safeParse(current).data;
}

async function showDoctor(cache: QueryClient, next: Doctor): Promise<void> {
  const { queryKey } = queries.doctors.getOne.queryOptions({ input: { idDoctor: next.idDoctor } });
  // An answer that is on its way was made before.
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, { status: 200, data: next });
  void cache.invalidateQueries({ queryKey: queries.doctors.list.key() });
}
