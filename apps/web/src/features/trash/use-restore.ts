import type { TrashEntry } from '@simiente/contract/trash/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { pluralize } from '../../lib/format/numbers.ts';
import { notifyError, notifySuccess, notifyUndo } from '../../ui/toasts/notify.tsx';
import { useFailureToast } from '../../ui/toasts/use-failure-toast.ts';
import { describeRefusal, dropRows } from '../records/public.ts';
import { useClinicTimeZone } from '../session/public.ts';
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
  const timeZone = useClinicTimeZone();
  // The lists of these kinds have changed too.
  const refresh = () => cache.invalidateQueries();

  const deleting = useMutation({
    mutationFn: ({ ids, key }: KeyedIds) =>
      api.trash.delete({ idUsers: ids }, { context: { idempotencyKey: key } }),
    onSuccess: ({ data: { deleted } }) =>
      notifySuccess(pluralize(deleted, ['elemento eliminado', 'elementos eliminados'])),
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
      notifyUndo(pluralize(restored, ['elemento restaurado', 'elementos restaurados']), {
        onUndo: () => deleting.mutate(undo),
      });
      onRestored();
    },
    onError: (error, restoration) =>
      failure.tell('No se pudo restaurar', {
        detail: describeRefusal(error, timeZone),
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
