import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { countOf } from '../../lib/format/numbers.ts';
import { notifyError, notifySuccess, notifyUndo } from '../../ui/toasts/notify.tsx';
import { dropRows, type ListPage, type ListPages, type RecordList } from './record-list.ts';

/** A call that can be sent again without being done twice. */
interface KeyedIds {
  readonly ids: string[];
  readonly key: string;
}

/**
 * Moves records to the trash. They leave the lists at once and come back when the server refuses;
 * 'Deshacer' brings them back afterwards.
 */
export function useDeleteRecords<Page extends ListPage, Row>(list: RecordList<Page, Row>) {
  const cache = useQueryClient();
  const refresh = () => cache.invalidateQueries({ queryKey: list.listsKey });

  const undoDelete = useUndoDelete({ refresh });

  return useMutation({
    mutationFn: ({ ids, key }: KeyedIds) =>
      api.trash.delete({ idUsers: ids }, { context: { idempotencyKey: key } }),
    onMutate: async ({ ids }) => {
      await cache.cancelQueries({ queryKey: list.listsKey });
      const before = cache.getQueriesData<ListPages<Page>>({ queryKey: list.pagesKey });
      dropRows(cache, list, ids);
      return before;
    },
    onError: (
      _error,
      _variables,
      before: [QueryKey, ListPages<Page> | undefined][] | undefined,
    ) => {
      for (const [queryKey, pages] of before ?? []) cache.setQueryData(queryKey, pages);
      notifyError('ocurrio un error', { detail: 'No se eliminó ningún elemento.' });
    },
    onSuccess: ({ data }, { ids }) => {
      notifyUndo(countOf(data.deleted, ['elemento eliminado', 'elementos eliminados']), {
        detail: `Se ${data.deleted === 1 ? 'puede' : 'pueden'} restaurar durante 30 días.`,
        onUndo: undoDelete({
          ids,
          describe: (count) => countOf(count, ['elemento restaurado', 'elementos restaurados']),
        }),
      });
    },
    onSettled: refresh,
  });
}

interface Deleted {
  readonly ids: string[];
  /** The toast about the restored records. */
  readonly describe: (restored: number) => string;
}

/** Undoes a deletion once, however often the request has to be sent. */
export function useUndoDelete({ refresh }: { refresh: () => Promise<void> }) {
  const restoring = useMutation({
    mutationFn: ({ ids, key }: Deleted & { key: string }) =>
      api.trash.restore({ ids }, { context: { idempotencyKey: key } }),
    onSuccess: ({ data }, { describe }) => notifySuccess(describe(data.restored)),
    onError: (error, undo) =>
      notifyError('No se pudo deshacer', {
        detail: error.message,
        onRetry: () => restoring.mutate(undo),
      }),
    onSettled: refresh,
  });
  return (deleted: Deleted) => {
    const undo = { ...deleted, key: crypto.randomUUID() };
    return () => restoring.mutate(undo);
  };
}
