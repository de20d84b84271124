import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { countOf } from '../../lib/format/numbers.ts';
import { notifyError, notifySuccess, notifyUndo } from '../../ui/toasts/notify.tsx';
import { useFailureToast } from '../../ui/toasts/use-failure-toast.ts';
import { dropRows, type ListPage, type RecordList } from './record-list.ts';

/** An idempotent call. */
interface Deletion {
  readonly ids: string[];
  /** Of the first record: tells one deletion from the next. */
  readonly name: string;
  readonly key: string;
}

/**
 * Moves records to the trash. They are removed from lists optimistically, and restored if the server
 * refuses; 'Deshacer' restores them afterwards.
 * @param onDeleted gets the ids once the server has deleted them
 */
export function useDeleteRecords<Page extends ListPage, Row>(
  list: RecordList<Page, Row>,
  onDeleted: (ids: readonly string[]) => void,
) {
  const cache = useQueryClient();
  const refresh = () => cache.invalidateQueries({ queryKey: list.listsKey });

  const undoDelete = useUndoDelete({ refresh });
  const failure = useFailureToast();

  return useMutation({
    mutationFn: ({ ids, key }: Deletion) =>
      api.trash.delete({ idUsers: ids }, { context: { idempotencyKey: key } }),
    onMutate: async ({ ids }) => {
      failure.clear();
      await cache.cancelQueries({ queryKey: list.listsKey });
      const before = [list.pagesKey, ...(list.figuresApart ? [list.figuresApart.key] : [])].flatMap(
        (queryKey) => cache.getQueriesData({ queryKey }),
      );
      dropRows(cache, list, ids);
      return before;
    },
    onError: (_error, _variables, before: [QueryKey, unknown][] | undefined) => {
      for (const [queryKey, data] of before ?? []) cache.setQueryData(queryKey, data);
      failure.tell('ocurrio un error', { detail: 'No se eliminó ningún elemento.' });
    },
    onSuccess: ({ data }, { ids, name }) => {
      onDeleted(ids);
      notifyUndo(countOf(data.deleted, ['elemento eliminado', 'elementos eliminados']), {
        detail:
          data.deleted === 1
            ? `${name} se puede restaurar durante 30 días.`
            : 'Se pueden restaurar durante 30 días.',
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
  /** The notification after restoring. */
  readonly describe: (restored: number) => string;
}

/** Undoes a deletion; the key makes repeated requests idempotent. */
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
