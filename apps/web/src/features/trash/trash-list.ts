import type { TrashEntry, TrashPage } from '@simiente/contract/trash/calls';
import { queries } from '../../lib/api/client.ts';
import {
  byCursor,
  type ListView,
  pageInput,
  type RecordList,
  useListPages,
} from '../records/public.ts';
import { parseKind, type TrashSearch } from './trash-search.ts';

export const trashList: RecordList<TrashPage, TrashEntry> = {
  edits: 'trash.restore',
  listsKey: queries.trash.list.key(),
  pagesKey: queries.trash.list.key({ type: 'infinite' }),
  getRows: (page) => page.entries,
  withRows: (page, rows) => ({ ...page, entries: [...rows] }),
  getId: (entry) => entry.id,
  countsWithout({ counts }, gone) {
    const fewer = { ...counts };
    for (const { kind } of gone) fewer[kind] -= 1;
    return { counts: fewer };
  },
};

/** The input of the list's call, by its page; an export has the same, without one. */
export function trashInput({ search, text }: ListView<TrashSearch>) {
  const kind = parseKind(search.tipo);
  return pageInput({ sort: search.orden, ...(kind !== undefined && { kind }) }, text);
}

/** The loaded pages of the list. */
export function useTrash(view: ListView<TrashSearch>) {
  return useListPages(
    trashList,
    queries.trash.list.infiniteOptions({ ...byCursor, input: trashInput(view) }),
  );
}
