import { BOARD_COLUMN_SIZE } from '@simiente/contract/common/page-sizes';
import { type Prospect, type ProspectPage, prospect } from '@simiente/contract/prospects/calls';
import type { ProspectGroup } from '@simiente/contract/prospects/filters';
import { cache, changeAnswer, invalidate, queries, useAnswer } from '../../lib/api/client.ts';
import { ApiFailure, staleDetails } from '../../lib/api/failure.ts';
import {
  changeRows,
  type ListView,
  listQuery,
  pageInput,
  type WritableList,
} from '../records/public.ts';
import type { ProspectsSearch } from './prospects-search.ts';

/** Key of the recently moved cards of a board, latest first. The board's search text completes the key. */
export const recentlyMovedKey = ['recently moved prospects'] as const;

/** Replaces the prospect on every screen, without a refetch. */
export async function replaceProspect(prospect: Prospect): Promise<void> {
  // Lists that are being fetched predate the change.
  await cache.cancelQueries({ queryKey: prospectList.listsKey });
  const { idProspect } = prospect;
  const replace = (row: Prospect) => (row.idProspect === idProspect ? prospect : row);
  const prospectKey = queries.prospects.getOne.queryKey({ input: { idProspect } });
  await changeAnswer(prospectKey, () => prospect);
  changeRows(prospectList, replace);
  cache.setQueriesData<readonly Prospect[]>({ queryKey: recentlyMovedKey }, (cards) =>
    cards?.map(replace),
  );
}

/** Refetches every list of prospects: only the server knows counts, order and filters after a change. */
export function refreshProspects(): Promise<void> {
  return invalidate(prospectList.listsKey);
}

export const NO_ID = 'ID del prospecto no encontrado';

/** A failure in the words of the specification, section 8. */
export function describeFailure(error: Error): {
  readonly title: string;
  readonly detail?: string;
} {
  if (!(error instanceof ApiFailure)) return { title: 'Error al actualizar el prospecto' };
  if (error.source === 'answer') return { title: error.message };
  return {
    title: error.source === 'wordless' ? 'Error al actualizar' : 'Error al actualizar el prospecto',
    detail: error.message,
  };
}

/** The current prospect, if a change was rejected because another user changed it. */
export function parseCurrentProspect(error: Error | null): Prospect | undefined {
  return prospect.safeParse(staleDetails(error)).data;
}

/** The lists of prospects in the cache, including the columns of the board. */
export const prospectList: WritableList<ProspectPage, Prospect> = {
  editCapability: 'directory.edit',
  listsKey: queries.prospects.key(),
  pagesKey: queries.prospects.list.key({ type: 'infinite' }),
  getRows: (page) => page.prospects,
  withRows: (page, rows) => ({ ...page, prospects: [...rows] }),
  getId: (prospect) => prospect.idProspect,
};

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

export function tablePages(view: ListView<ProspectsSearch>) {
  return listQuery(queries.prospects.list, tableInput(view));
}

/** The pages of one of the board's columns, newest first. */
export function columnPages(status: ProspectGroup, search: string) {
  return listQuery(
    queries.prospects.list,
    pageInput({ status, sort: '-createDate', limit: BOARD_COLUMN_SIZE }, search),
  );
}

const NO_PROSPECTS = { prospects: [], similar: [] };

/** The converted prospects of a patient, and similar ones; empty while loading, or after a failure. */
export function usePatientProspects(idUser: string) {
  const { data = NO_PROSPECTS } = useAnswer(queries.prospects.ofPatient, { input: { idUser } });
  return data;
}
