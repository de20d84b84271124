import { type Prospect, prospect } from '@simiente/contract/prospects/calls';
import { changeAnswer } from '../../lib/api/cached-answer.ts';
import { cache, queries } from '../../lib/api/client.ts';
import { ApiFailure, staleDetails } from '../../lib/api/failure.ts';
import { changeRows } from '../records/public.ts';
import { prospectList } from './prospect-list.ts';

/**
 * The cards that were just moved on this board, latest first: they are at the top of their columns, independent of
 * their dates, and even if older cards are not loaded. The search text is the rest of the key: another search is
 * another board.
 */
export const placedKey = ['placed prospects'] as const;

/** Replaces the prospect on every screen, without a refetch. */
export async function replaceProspect(prospect: Prospect): Promise<void> {
  // Pending answers predate the change.
  await cache.cancelQueries({ queryKey: prospectList.listsKey });
  const { idProspect } = prospect;
  const replace = (row: Prospect) => (row.idProspect === idProspect ? prospect : row);
  const one = queries.prospects.getOne.queryKey({ input: { idProspect } });
  await changeAnswer(one, () => prospect);
  changeRows(prospectList, replace);
  cache.setQueriesData<readonly Prospect[]>({ queryKey: placedKey }, (placed) =>
    placed?.map(replace),
  );
}

/** Counts, order and filters are the server's decision. */
export function refreshProspects(): Promise<void> {
  return cache.invalidateQueries({ queryKey: prospectList.listsKey });
}

export const NO_ID = 'ID del prospecto no encontrado';

/** The sentences of the specification, section 8. */
export function updateFailure(error: Error): { readonly title: string; readonly detail?: string } {
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
