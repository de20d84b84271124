import { missingParents, restoreOverlap, type TrashEntry } from '@simiente/contract/trash/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { countOf } from '../../lib/format/numbers.ts';
import { notifyError, notifySuccess, notifyUndo } from '../../ui/toasts/notify.tsx';
import { useFailureToast } from '../../ui/toasts/use-failure-toast.ts';
import { dropRows } from '../records/public.ts';
import { trashList } from './trash-list.ts';

interface Restoration {
  readonly entries: readonly TrashEntry[];
  readonly key: string;
  /** Called after a restore. */
  readonly onRestored: () => void;
}

/** Input of an idempotent call. */
interface KeyedIds {
  readonly ids: string[];
  readonly key: string;
}

/**
 * Brings records back, all of them or none; 'Deshacer' sends them to the trash again. What collides says
 * with what, and stays where it is.
 */
export function useRestore() {
  const cache = useQueryClient();
  // The lists of these kinds have changed too.
  const refresh = () => cache.invalidateQueries();

  const deleting = useMutation({
    mutationFn: ({ ids, key }: KeyedIds) =>
      api.trash.delete({ idUsers: ids }, { context: { idempotencyKey: key } }),
    onSuccess: ({ data: { deleted } }) =>
      notifySuccess(countOf(deleted, ['elemento eliminado', 'elementos eliminados'])),
    onError: (error, undo) =>
      notifyError('No se pudo deshacer', {
        detail: error.message,
        onRetry: () => deleting.mutate(undo),
      }),
    onSettled: refresh,
  });

  const failure = useFailureToast();
  const restoring = useMutation({
    onMutate: failure.clear,
    mutationFn: ({ entries, key }: Restoration) =>
      api.trash.restore({ ids: entries.map(({ id }) => id) }, { context: { idempotencyKey: key } }),
    onSuccess: async ({ data: { restored } }, { entries, onRestored }) => {
      const ids = entries.map(({ id }) => id);
      await cache.cancelQueries({ queryKey: trashList.listsKey });
      dropRows(cache, trashList, ids);
      const undo = { ids, key: crypto.randomUUID() };
      notifyUndo(countOf(restored, ['elemento restaurado', 'elementos restaurados']), {
        onUndo: () => deleting.mutate(undo),
      });
      onRestored();
    },
    onError: (error, restoration) =>
      failure.tell('No se pudo restaurar', {
        detail: describeRefusal(error, restoration.entries),
        onRetry: () => restoring.mutate(restoration),
      }),
    onSettled: refresh,
  });

  return {
    /** Records being restored. */
    pending: restoring.isPending ? restoring.variables.entries.map(({ id }) => id) : [],
    restore: (entries: readonly TrashEntry[], onRestored: () => void) =>
      restoring.mutate({ entries, key: crypto.randomUUID(), onRestored }),
  };
}

/** Why records were not restored, with their names. */
function describeRefusal(error: Error, entries: readonly TrashEntry[]): string {
  if (!(error instanceof ApiFailure)) return error.message;
  if (error.code === 'RESTORE_OVERLAP') {
    const idUser = restoreOverlap.safeParse(error.details).data?.idUser;
    const patient = entries.find(({ id }) => id === idUser);
    return patient
      ? `El médico ya tiene otra cita a la misma hora que una de ${patient.name}. Muévela y vuelve a intentarlo.`
      : error.message;
  }
  if (error.code === 'RESTORE_PARENT_DELETED') {
    const found = missingParents.safeParse(error.details).data?.parents ?? [];
    const [first] = found;
    if (first === undefined || found.length > 1) return error.message;
    const owner = first.kind === 'patient' ? 'al paciente' : 'el partner';
    return `También está en la Papelera ${first.name}: restaura primero ${owner}, o los dos juntos.`;
  }
  return error.message;
}
