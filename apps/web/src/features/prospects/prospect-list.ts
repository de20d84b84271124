import { BOARD_COLUMN_SIZE } from '@simiente/contract/common/page-sizes';
import { type ProspectGroup, prospectGroup } from '@simiente/contract/prospect-filters';
import type { Prospect, ProspectPage } from '@simiente/contract/prospects';
import { queries } from '../../lib/api/client.ts';
import { byCursor, pageInput, type RecordList } from '../records/public.ts';
import type { ProspectsPlace } from './use-prospects-place.ts';

/**
 * The lists of prospects in the cache, the board's columns among them. What makes a list old makes the
 * open panel old too.
 */
export const prospectList: RecordList<ProspectPage, Prospect> = {
  listsKey: queries.prospects.key(),
  pagesKey: queries.prospects.list.key({ type: 'infinite' }),
  rowsOf: (page) => page.prospects,
  withRows: (page, rows) => ({ ...page, prospects: [...rows] }),
  idOf: (prospect) => prospect.idProspect,
  figuresWithout({ counts }, gone) {
    const fewer = { ...counts };
    for (const { status } of gone) fewer[prospectGroup(status)] -= 1;
    return { counts: fewer };
  },
};

/** What the table is asked for, by its page; an export of it is asked for the same, without one. */
export function tableInput({ status, sort, search }: ProspectsPlace) {
  return pageInput({ sort, ...(status !== undefined && { status }) }, search);
}

/** The table's pages. */
export function tablePages(place: ProspectsPlace) {
  return queries.prospects.list.infiniteOptions({ ...byCursor, input: tableInput(place) });
}

/** The pages of one of the board's columns, newest first. */
export function columnPages(status: ProspectGroup, search: string) {
  const filters = { status, sort: '-createDate', limit: BOARD_COLUMN_SIZE } as const;
  return queries.prospects.list.infiniteOptions({
    ...byCursor,
    input: pageInput(filters, search),
  });
}
