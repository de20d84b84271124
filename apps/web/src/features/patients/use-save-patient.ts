import { type Patient, patient } from '@simiente/contract/patients';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { replacePatient } from './patient-cache.ts';
import type { WrittenPatient } from './patient-draft.ts';
import { patientListsKey } from './patient-list.ts';

/** What a change takes to be sent again without being done twice. */
interface Keyed {
  readonly key: string;
}

export function useCreatePatient() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ key, ...fields }: WrittenPatient & Keyed) =>
      api.patients.create(fields, { context: { idempotencyKey: key } }),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: patientListsKey });
      notifySuccess('Paciente creado');
    },
  });
}

interface PatientEdit extends Partial<WrittenPatient>, Keyed {
  readonly idUser: string;
  /** The version that the change was made from. */
  readonly version: number;
}

/** Saves an edit. The patient who comes back takes the place of the one on screen. */
export function useUpdatePatient() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: save,
    onSuccess: async (saved) => {
      await replacePatient(cache, saved);
      void cache.invalidateQueries({ queryKey: patientListsKey });
      notifySuccess('Cambios guardados');
    },
    onError: async (error) => {
      const current = currentPatientOf(error);
      if (current) await replacePatient(cache, current);
    },
  });
}

async function save({ key, ...edit }: PatientEdit): Promise<Patient> {
  try {
    const { data } = await api.patients.update(edit, { context: { idempotencyKey: key } });
    return data.patient;
  } catch (error) {
    const current = error instanceof Error ? currentPatientOf(error) : undefined;
    // Somebody has done the very same meanwhile: there is nothing left to choose.
    if (current && isDone(current, edit)) return current;
    throw error;
  }
}

function isDone(current: Patient, { idUser: _, version: __, ...fields }: Omit<PatientEdit, 'key'>) {
  return Object.entries(fields).every(
    ([field, value]) => current[field as keyof WrittenPatient] === value,
  );
}

/** The patient as somebody else left them, when that is what an edit was refused for. */
export function currentPatientOf(error: Error | null): Patient | undefined {
  if (!(error instanceof ApiFailure) || error.code !== 'STALE_VERSION') return undefined;
  const { current } = { current: undefined, ...(error.details as object | undefined) };
  return patient.safeParse(current).data;
}
