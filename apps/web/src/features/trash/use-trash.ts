import type { TrashEntry, TrashPage } from '@simiente/contract/trash';
import { queries } from '../../lib/api/client.ts';
import { byCursor, pageInput, type RecordList, useListPages } from '../records/public.ts';
import type { TrashFilters } from './use-trash-filters.ts';

export const binList: RecordList<TrashPage, TrashEntry> = {
  listsKey: queries.trash.list.key(),
  pagesKey: queries.trash.list.key({ type: 'infinite' }),
  rowsOf: (page) => page.entries,
  withRows: (page, rows) => ({ ...page, entries: [...rows] }),
  idOf: (entry) => entry.id,
  figuresWithout({ counts }, gone) {
    const fewer = { ...counts };
    for (const { kind } of gone) fewer[kind] -= 1;
    return { counts: fewer };
  },
};

/** What the list is asked for, by its page; an export of it is asked for the same, without one. */
export function binInput({ kind, sort, search }: TrashFilters) {
  return pageInput({ sort, ...(kind !== undefined && { kind }) }, search);
}

/** The pages of the bin under its filters. */
export function useTrash(filters: TrashFilters) {
  return useListPages(
    binList,
    queries.trash.list.infiniteOptions({ ...byCursor, input: binInput(filters) }),
  );
}
