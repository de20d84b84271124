import { BRANCH_PAGE_SIZE, type BranchPage } from '@simiente/contract/branches';
import { useMemo } from 'react';
import { queries } from '../../lib/api/client.ts';
import { byCursor, pageInput, useListPages } from '../records/public.ts';
import { branchList } from './branch-list.ts';
import type { ListFilters } from './use-list-filters.ts';

/** Ids hold no spaces, and neither do cursors. */
const BETWEEN = ' ';

/** What the page after this one is asked for with: the last branch received, and where it stood. */
function nextPage({ data }: { readonly data: BranchPage }): string | undefined {
  const { lastBranch, nextCursor } = data;
  return lastBranch === null || nextCursor === null
    ? undefined
    : [lastBranch, nextCursor].join(BETWEEN);
}

function placeOf(page: string | undefined): { lastBranch: string; cursor?: string } {
  const [lastBranch = '', cursor] = page?.split(BETWEEN) ?? [];
  return cursor === undefined ? { lastBranch } : { lastBranch, cursor };
}

/** What the list is asked for, but for its page; an export of it is asked for just that. */
export function branchesInput(
  idPartner: string,
  { sort, search }: Pick<ListFilters, 'sort' | 'search'>,
) {
  return pageInput({ idPartner, sort }, search)(undefined);
}

/** The pages of a partner's branches; the earlier ones stay while new ones are on their way. */
export function useBranches(idPartner: string, filters: Omit<ListFilters, 'view'>) {
  const withoutPage = branchesInput(idPartner, filters);
  const list = useListPages(
    branchList,
    queries.branches.list.infiniteOptions({
      ...byCursor,
      getNextPageParam: nextPage,
      input: (page: string | undefined) => ({
        ...withoutPage,
        limit: BRANCH_PAGE_SIZE,
        ...placeOf(page),
      }),
    }),
  );
  // One that was just created, or that was renamed meanwhile, may come once more with a later page.
  const rows = useMemo(
    () => [...new Map(list.rows.map((branch) => [branch.idBranch, branch])).values()],
    [list.rows],
  );
  return { ...list, rows };
}
