import { BOARD_COLUMN_SIZE } from '@simiente/contract/common/page-sizes';
import type { Prospect, ProspectPage } from '@simiente/contract/prospects/calls';
import { type ProspectGroup, prospectGroup } from '@simiente/contract/prospects/filters';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';
import { byCursor, type ListView, pageInput, type RecordList } from '../records/public.ts';
import type { ProspectsSearch } from './prospects-search.ts';

/**
 * The lists of prospects in the cache, also the board's columns and the open panel.
 */
export const prospectList: RecordList<ProspectPage, Prospect> = {
  edits: 'directory.edit',
  listsKey: queries.prospects.key(),
  pagesKey: queries.prospects.list.key({ type: 'infinite' }),
  getRows: (page) => page.prospects,
  withRows: (page, rows) => ({ ...page, prospects: [...rows] }),
  getId: (prospect) => prospect.idProspect,
  countsWithout({ counts }, gone) {
    const fewer = { ...counts };
    for (const { status } of gone) fewer[prospectGroup(status)] -= 1;
    return { counts: fewer };
  },
};

/** The input of the table's call, by its page. */
function tableInput({ search, text }: ListView<ProspectsSearch>) {
  const { estado, orden } = search;
  return pageInput({ sort: orden, ...(estado !== undefined && { status: estado }) }, text);
}

/** The filters of the export. The board has every status, so the table's filter does not apply to it. */
export function exportFilters(view: ListView<ProspectsSearch>) {
  const { vista } = view.search;
  const search = vista === 'tablero' ? { ...view.search, estado: undefined } : view.search;
  return tableInput({ ...view, search })(undefined);
}

/** The table's pages. */
export function tablePages(view: ListView<ProspectsSearch>) {
  return queries.prospects.list.infiniteOptions({
    ...byCursor,
    input: tableInput(view),
  });
}

/** The pages of one of the board's columns, newest first. */
export function columnPages(status: ProspectGroup, search: string) {
  const filters = { status, sort: '-createDate', limit: BOARD_COLUMN_SIZE } as const;
  return queries.prospects.list.infiniteOptions({
    ...byCursor,
    input: pageInput(filters, search),
  });
}

const NONE = { prospects: [], similar: [] };

/** The prospects who became this patient, and those who may be; empty while loading, or after a failure. */
export function useProspectsOfPatient(idUser: string) {
  const found = useQuery(queries.prospects.ofPatient.queryOptions({ input: { idUser } }));
  return found.data?.data ?? NONE;
}
