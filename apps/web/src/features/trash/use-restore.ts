import type { TrashEntry } from '@simiente/contract/trash';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { notifyError, notifySuccess, notifyUndo } from '../../ui/toasts/notify.tsx';
import { dropRows } from '../records/public.ts';
import { describeRefusal } from './restore-refusal.ts';
import { binList } from './use-trash.ts';

interface Restoration {
  readonly entries: readonly TrashEntry[];
  readonly key: string;
  /** Told once they are back. */
  readonly onRestored: () => void;
}

/** What a call takes to be sent again without being done twice. */
interface KeyedIds {
  readonly ids: string[];
  readonly key: string;
}

/**
 * Brings records back, all of them or none; 'Deshacer' sends them to the bin again. What collides says
 * with what, and stays where it is.
 */
export function useRestore() {
  const cache = useQueryClient();
  // What came or went stands in lists of its own kind too.
  const refresh = () => cache.invalidateQueries();

  const deleting = useMutation({
    mutationFn: ({ ids, key }: KeyedIds) =>
      api.trash.delete({ idUsers: ids }, { context: { idempotencyKey: key } }),
    onSuccess: ({ data: { deleted } }) =>
      notifySuccess(`${elements(deleted)} ${deleted === 1 ? 'eliminado' : 'eliminados'}`),
    onError: (error, undo) =>
      notifyError('No se pudo deshacer', {
        detail: error.message,
        onRetry: () => deleting.mutate(undo),
      }),
    onSettled: refresh,
  });

  const restoring = useMutation({
    mutationFn: ({ entries, key }: Restoration) =>
      api.trash.restore({ ids: entries.map(({ id }) => id) }, { context: { idempotencyKey: key } }),
    onSuccess: async ({ data: { restored } }, { entries, onRestored }) => {
      const ids = entries.map(({ id }) => id);
      await cache.cancelQueries({ queryKey: binList.listsKey });
      dropRows(cache, binList, ids);
      const undo = { ids, key: crypto.randomUUID() };
      notifyUndo(`${elements(restored)} ${restored === 1 ? 'restaurado' : 'restaurados'}`, {
        onUndo: () => deleting.mutate(undo),
      });
      onRestored();
    },
    onError: (error, restoration) =>
      notifyError('No se pudo restaurar', {
        detail: describeRefusal(error, restoration.entries),
        onRetry: () => restoring.mutate(restoration),
      }),
    onSettled: refresh,
  });

  return {
    /** Those that are on their way back. */
    pending: restoring.isPending ? restoring.variables.entries.map(({ id }) => id) : [],
    restore: (entries: readonly TrashEntry[], onRestored: () => void) =>
      restoring.mutate({ entries, key: crypto.randomUUID(), onRestored }),
  };
}

function elements(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'elemento' : 'elementos'}`;
}
