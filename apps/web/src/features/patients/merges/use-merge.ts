import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, cache } from '../../../lib/api/client.ts';
import { useRequestKey } from '../../../lib/api/request-key.ts';
import { notifySuccess, notifyUndo, useToastMutation } from '../../../ui/toasts/notify.tsx';

type Merge = Parameters<typeof api.patientMerges.merge>[0];

export function useMerge() {
  const navigate = useNavigate();
  const { optionsFor } = useRequestKey();
  const undo = useUnmerge();
  return useMutation({
    mutationFn: (input: Merge) => api.patientMerges.merge(input, optionsFor(input)),
    onSuccess: async ({ data: { patient, idMerge } }) => {
      await navigate({ to: '/pacientes/$idUser', params: { idUser: patient.idUser } });
      // Any list or record may show either patient. The comparison is closed by now, so it is not refetched.
      void cache.invalidateQueries();
      notifyUndo('Expedientes fusionados', { onUndo: () => undo.mutate(idMerge) });
    },
  });
}

export function useUnmerge() {
  return useToastMutation('No se pudo deshacer la fusión', {
    mutationFn: (idMerge: string) => api.patientMerges.undo({ idMerge }),
    onSuccess: ({ data: { patients } }) => {
      void cache.invalidateQueries();
      const names = patients.map(({ name }) => name).join(' y ');
      notifySuccess('Fusión deshecha', { detail: `${names} vuelven a ser dos expedientes.` });
    },
  });
}
