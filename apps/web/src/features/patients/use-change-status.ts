import type { SettablePatientStatus } from '@simiente/contract/patient-filters';
import type { EarlierStatus } from '@simiente/contract/patients';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, queries } from '../../lib/api/client.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { notifyError, notifySuccess, notifyUndo } from '../../ui/toasts/notify.tsx';
import { changeRows } from '../records/public.ts';
import { patientList, patientListsKey } from './patient-list.ts';
import { patientStatus } from './patient-status.ts';

interface StatusChange {
  readonly ids: string[];
  readonly status: SettablePatientStatus;
  readonly key: string;
}

/** Gives several patients one status; 'Deshacer' gives each back what they had. */
export function useChangeStatus() {
  const cache = useQueryClient();
  const refresh = () => {
    void cache.invalidateQueries({ queryKey: queries.patients.getOne.key() });
    return cache.invalidateQueries({ queryKey: patientListsKey });
  };

  const restoring = useMutation({
    mutationFn: ({ earlier, key }: { earlier: EarlierStatus[]; key: string }) =>
      api.patients.restoreStatus({ patients: earlier }, { context: { idempotencyKey: key } }),
    onSuccess: ({ data: { restored, kept } }) =>
      notifySuccess(
        `Estatus anterior recuperado en ${people(restored)}`,
        kept === 0 ? {} : { detail: `${people(kept)} con cambios posteriores: sin tocar.` },
      ),
    onError: (error, undo) =>
      notifyError('No se pudo deshacer', {
        detail: error.message,
        onRetry: () => restoring.mutate(undo),
      }),
    onSettled: refresh,
  });

  return useMutation({
    mutationFn: ({ ids, status, key }: StatusChange) =>
      api.patients.updateStatus({ idUsers: ids, status }, { context: { idempotencyKey: key } }),
    onSuccess: ({ data: { updated, earlier } }, { ids, status }) => {
      const { tag } = patientStatus(status);
      const same = ids.length - updated;
      const had = `${people(same)} ya lo ${same === 1 ? 'tenía' : 'tenían'}`;
      if (updated === 0) {
        notifySuccess('Nada que cambiar', { detail: `${had}: ${tag}.` });
        return;
      }
      const versions = new Map(earlier.map(({ idUser, version }) => [idUser, version]));
      changeRows(cache, patientList, (row) => {
        const version = versions.get(row.idUser);
        return version === undefined ? row : { ...row, status, version };
      });
      const undo = { earlier, key: crypto.randomUUID() };
      notifyUndo(`Estatus cambiado en ${people(updated)}`, {
        detail: same === 0 ? `Ahora: ${tag}.` : `Ahora: ${tag}. ${had}.`,
        onUndo: () => restoring.mutate(undo),
      });
    },
    onError: (error) => notifyError('No se cambió el estatus', { detail: error.message }),
    onSettled: refresh,
  });
}

function people(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'paciente' : 'pacientes'}`;
}
