import { BRANCH_PAGE_SIZE, type Branch, type BranchPage } from '@simiente/contract/branches/calls';
import { invalidate, queries, showAnswer } from '../../lib/api/client.ts';
import {
  type ListView,
  listQuery,
  pageInput,
  type RecordList,
  useListPages,
} from '../records/public.ts';
import type { BranchesSearch } from './branches-search.ts';

/** The lists of branches in the cache, of every partner. */
export const branchList: RecordList<BranchPage, Branch> = {
  editCapability: 'directory.edit',
  listsKey: queries.branches.key(),
  getRows: (page) => page.branches,
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
  return useListPages(branchList, {
    ...listQuery(queries.branches.list, (page) => ({
      ...withoutPage,
      limit: BRANCH_PAGE_SIZE,
      ...parseCursor(page),
    })),
    getNextPageParam: getNextPage,
  });
}

/** Shows a created or edited branch, and refetches the lists of branches and the partners' counts of them. */
export async function showBranch(saved: Branch): Promise<void> {
  const { idBranch } = saved;
  const branchKey = queries.branches.getOne.queryKey({ input: { idBranch } });
  await showAnswer(branchKey, { branch: saved });
  const { branches, partners } = queries;
  void invalidate(branches.list.key(), branches.places.key(), partners.key());
}
