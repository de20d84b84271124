import type { Branch, BranchPage } from '@simiente/contract/branches';
import type { QueryClient } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';
import { partnerList } from '../partners/public.ts';
import { changeRows } from '../records/public.ts';
import { branchList } from './branch-list.ts';

/** A new branch stands in the lists that are loaded; what counts branches is read again. */
export function showNewBranch(cache: QueryClient, created: Branch): void {
  appendBranch(cache, created);
  void cache.invalidateQueries({ queryKey: queries.branches.places.key() });
  void cache.invalidateQueries({ queryKey: partnerList.listsKey });
  void cache.invalidateQueries({
    queryKey: queries.partners.getOne.key({ input: { idPartner: created.partner.id } }),
  });
}

/** Puts a new branch at the end of its partner's lists, but of those that only show what a search found. */
function appendBranch(cache: QueryClient, created: Branch): void {
  for (const query of cache.getQueryCache().findAll({ queryKey: branchList.pagesKey })) {
    const { input } = (query.queryKey[1] ?? {}) as {
      input?: { idPartner?: string; search?: string };
    };
    if (input?.idPartner !== created.partner.id || input.search !== undefined) continue;
    cache.setQueryData<{ pages: { status: 200; data: BranchPage }[] }>(
      query.queryKey,
      (loaded) => loaded && withLast(loaded, created),
    );
  }
}

function withLast<Loaded extends { pages: { status: 200; data: BranchPage }[] }>(
  loaded: Loaded,
  created: Branch,
): Loaded {
  const last = loaded.pages.length - 1;
  return {
    ...loaded,
    pages: loaded.pages.map((page, index) => ({
      ...page,
      data: {
        ...page.data,
        total: page.data.total + 1,
        branches: index === last ? [...page.data.branches, created] : page.data.branches,
      },
    })),
  };
}

/** A branch takes the place of its earlier self on every screen. */
export async function showBranch(cache: QueryClient, saved: Branch): Promise<void> {
  const { queryKey } = queries.branches.getOne.queryOptions({
    input: { idBranch: saved.idBranch },
  });
  // An answer that is on its way was made before.
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, { status: 200, data: { branch: saved } });
  changeRows(cache, branchList, (row) => (row.idBranch === saved.idBranch ? saved : row));
  void cache.invalidateQueries({ queryKey: queries.branches.list.key() });
  void cache.invalidateQueries({ queryKey: queries.branches.places.key() });
}
