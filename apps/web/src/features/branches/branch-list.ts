import { BRANCH_PAGE_SIZE, type Branch, type BranchPage } from '@simiente/contract/branches/calls';
import { useMemo } from 'react';
import { cache, queries, showAnswer } from '../../lib/api/client.ts';
import { partnerList } from '../partners/public.ts';
import {
  byCursor,
  changeRows,
  type ListPages,
  type ListView,
  pageInput,
  type RecordList,
  useListPages,
} from '../records/public.ts';
import type { BranchesSearch } from './branches-search.ts';

/** The lists of branches in the cache, of every partner. */
export const branchList: RecordList<BranchPage, Branch> = {
  edits: 'directory.edit',
  listsKey: queries.branches.key(),
  pagesKey: queries.branches.list.key({ type: 'infinite' }),
  getRows: (page) => page.branches,
  withRows: (page, rows) => ({ ...page, branches: [...rows] }),
  getId: (branch) => branch.idBranch,
};

/** Neither ids nor cursors contain a space. */
const CURSOR_SEPARATOR = ' ';

/** The parameters of the next page as one text: the last branch, and the server's cursor. */
function getNextPage({ data }: { readonly data: BranchPage }): string | undefined {
  const { lastBranch, nextCursor } = data;
  return lastBranch === null || nextCursor === null
    ? undefined
    : [lastBranch, nextCursor].join(CURSOR_SEPARATOR);
}

function parseCursor(page: string | undefined): { lastBranch: string; cursor?: string } {
  const [lastBranch = '', cursor] = page?.split(CURSOR_SEPARATOR) ?? [];
  return cursor === undefined ? { lastBranch } : { lastBranch, cursor };
}

/** The input of the list's call without its page; an export sends the same. */
export function branchesInput(idPartner: string, { search, text }: ListView<BranchesSearch>) {
  const { orden: sort } = search;
  return pageInput({ idPartner, ...(sort !== 'state' && { sort }) }, text)(undefined);
}

export function useBranches(idPartner: string, view: ListView<BranchesSearch>) {
  const withoutPage = branchesInput(idPartner, view);
  const list = useListPages(
    branchList,
    queries.branches.list.infiniteOptions({
      ...byCursor,
      getNextPageParam: getNextPage,
      input: (page: string | undefined) => ({
        ...withoutPage,
        limit: BRANCH_PAGE_SIZE,
        ...parseCursor(page),
      }),
    }),
  );
  // A branch that was just created or renamed may occur again in a later page.
  const rows = useMemo(
    () => [...new Map(list.rows.map((branch) => [branch.idBranch, branch])).values()],
    [list.rows],
  );
  return { ...list, rows };
}

/** Adds a new branch to the cached lists, and refetches counts of branches. */
export function showNewBranch(created: Branch): void {
  appendBranch(created);
  void cache.invalidateQueries({ queryKey: queries.branches.places.key() });
  void cache.invalidateQueries({ queryKey: partnerList.listsKey });
  void cache.invalidateQueries({
    queryKey: queries.partners.getOne.key({ input: { idPartner: created.partner.id } }),
  });
}

/** Appends a new branch to its partner's lists, except those filtered by a search. */
function appendBranch(created: Branch): void {
  for (const query of cache.getQueryCache().findAll({ queryKey: branchList.pagesKey })) {
    const { input } = (query.queryKey[1] ?? {}) as {
      input?: { idPartner?: string; search?: string };
    };
    if (input?.idPartner !== created.partner.id || input.search !== undefined) continue;
    cache.setQueryData<ListPages<BranchPage>>(query.queryKey, (loaded) => {
      if (loaded === undefined) return undefined;
      const pages = loaded.pages.map(({ data, ...page }, index) => {
        const isLast = index === loaded.pages.length - 1;
        const branches = isLast ? [...data.branches, created] : data.branches;
        return { ...page, data: { ...data, total: data.total + 1, branches } };
      });
      return { ...loaded, pages };
    });
  }
}

/** Replaces the branch on every screen. */
export async function showBranch(saved: Branch): Promise<void> {
  const { idBranch } = saved;
  const branchKey = queries.branches.getOne.queryKey({ input: { idBranch } });
  await showAnswer(branchKey, { branch: saved });
  changeRows(branchList, (row) => (row.idBranch === idBranch ? saved : row));
  void cache.invalidateQueries({ queryKey: queries.branches.list.key() });
  void cache.invalidateQueries({ queryKey: queries.branches.places.key() });
}
