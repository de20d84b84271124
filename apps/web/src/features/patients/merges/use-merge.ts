import type { MergedDetails } from '@simiente/contract/patients/merges';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, cache } from '../../../lib/api/client.ts';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { useRequestKey } from '../../../lib/api/request-key.ts';
import {
  notifySuccess,
  notifyUndo,
  notifyWarning,
  useToastMutation,
} from '../../../ui/toasts/notify.tsx';

type Merge = Parameters<typeof api.patientMerges.merge>[0];

export function useMerge() {
  const navigate = useNavigate();
  const { optionsFor } = useRequestKey();
  const undo = useUnmerge();
  async function open(idUser: string) {
    await navigate({ to: '/pacientes/$idUser', params: { idUser } });
    // Any list or record may show either patient. The comparison is closed by now, so it is not refetched.
    void cache.invalidateQueries();
  }
  return useMutation({
    mutationFn: (input: Merge) => api.patientMerges.merge(input, optionsFor(input)),
    onSuccess: async ({ data: { patient, idMerge } }) => {
      await open(patient.idUser);
      notifyUndo('Expedientes fusionados', { onUndo: () => undo.mutate(idMerge) });
    },
    onError: async (error) => {
      if (!(error instanceof ApiFailure) || error.code !== 'PATIENT_MERGED') return;
      const { idUser, name } = error.details as MergedDetails;
      await open(idUser);
      notifyWarning('Otra persona ya los fusionó', { detail: `Se conserva el de ${name}.` });
    },
  });
}

export function useUnmerge() {
  return useToastMutation('No se pudo deshacer la fusión', {
    mutationFn: (idMerge: string, options) => api.patientMerges.undo({ idMerge }, options),
    onSuccess: ({ data: { patients } }) => {
      void cache.invalidateQueries();
      const names = patients.map(({ name }) => name).join(' y ');
      notifySuccess('Fusión deshecha', { detail: `${names} vuelven a ser dos expedientes.` });
    },
  });
}
