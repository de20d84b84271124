import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { notifyError, notifyUndo } from '../../ui/toasts/notify.tsx';
import { dropRows, type ListPage, type ListPages, type RecordList } from './record-list.ts';
import { useUndoDelete } from './use-undo-delete.ts';

/** What a call takes to be sent again without being done twice. */
interface KeyedIds {
  readonly ids: string[];
  readonly key: string;
}

/**
 * Sends records to the bin. They leave the lists at once and come back when the server refuses;
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
      notifyUndo(`${elements(data.deleted)} ${data.deleted === 1 ? 'eliminado' : 'eliminados'}`, {
        detail: `Se ${data.deleted === 1 ? 'puede' : 'pueden'} restaurar durante 30 días.`,
        onUndo: undoDelete({
          ids,
          describe: (count) => `${elements(count)} ${count === 1 ? 'restaurado' : 'restaurados'}`,
        }),
      });
    },
    onSettled: refresh,
  });
}

function elements(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'elemento' : 'elementos'}`;
}
