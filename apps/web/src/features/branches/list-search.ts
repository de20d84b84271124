import { type BranchSort, branchSorts } from '@simiente/contract/branch-filters';

export const DEFAULT_SORT: BranchSort = 'state';

/** What of the list lives in the address: a person may share it or come back to it. */
export interface BranchesSearch {
  orden?: BranchSort | undefined;
  vista?: 'mapa' | undefined;
}

/** Reads the address; a value that makes no sense is as good as none. */
export function readBranchesSearch(search: Record<string, unknown>): BranchesSearch {
  return {
    orden: branchSorts.find((sort) => sort === search.orden && sort !== DEFAULT_SORT),
    vista: search.vista === 'mapa' ? 'mapa' : undefined,
  };
}
