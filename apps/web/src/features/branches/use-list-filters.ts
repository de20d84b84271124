import type { BranchSort } from '@simiente/contract/branch-filters';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useSearchText, useTypedSearch, withSearchText } from '../records/public.ts';
import { DEFAULT_SORT } from './list-search.ts';

export type BranchesView = 'list' | 'map';

export interface ListFilters {
  readonly view: BranchesView;
  readonly sort: BranchSort;
  readonly search: string;
}

/** The list's filters as the address and the history entry hold them, and how to change them. */
export function useListFilters() {
  const { orden, vista } = useSearch({ from: '/_shell/_guarded/partner/$idPartner' });
  const navigate = useNavigate({ from: '/partner/$idPartner' });
  const filters: ListFilters = {
    view: vista === undefined ? 'list' : 'map',
    sort: orden ?? DEFAULT_SORT,
    search: useSearchText(),
  };

  /** What equals the default leaves the address. */
  function change(next: Partial<ListFilters>) {
    const { view, sort, search } = { ...filters, ...next };
    void navigate({
      search: {
        orden: sort === DEFAULT_SORT ? undefined : sort,
        vista: view === 'map' ? 'mapa' : undefined,
      },
      state: withSearchText(search),
      resetScroll: false,
    });
  }

  return {
    filters,
    change,
    search: useTypedSearch(),
    clear: () => change({ search: '' }),
  };
}
