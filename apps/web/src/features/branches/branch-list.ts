import type { Branch, BranchPage } from '@simiente/contract/branches';
import { queries } from '../../lib/api/client.ts';
import type { RecordList } from '../records/public.ts';

/** The lists of branches in the cache, of every partner. */
export const branchList: RecordList<BranchPage, Branch> = {
  listsKey: queries.branches.key(),
  pagesKey: queries.branches.list.key({ type: 'infinite' }),
  rowsOf: (page) => page.branches,
  withRows: (page, rows) => ({ ...page, branches: [...rows] }),
  idOf: (branch) => branch.idBranch,
};
