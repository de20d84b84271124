import type { TrashKind, TrashSort } from '@simiente/contract/trash-filters';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useSearchText, useTypedSearch, withSearchText } from '../records/public.ts';
import { DEFAULT_SORT, kindOf, type TrashSearch, wordOf } from './list-search.ts';

export interface TrashFilters {
  readonly kind: TrashKind | undefined;
  readonly sort: TrashSort;
  readonly search: string;
}

/** The bin's filters as the address and the history entry hold them, and how to change them. */
export function useTrashFilters() {
  const { tipo, orden } = useSearch({ from: '/_shell/_guarded/papelera' });
  const navigate = useNavigate({ from: '/papelera' });
  const filters: TrashFilters = {
    kind: kindOf(tipo),
    sort: orden ?? DEFAULT_SORT,
    search: useSearchText(),
  };

  function change(next: Partial<TrashFilters>) {
    const { kind, sort, search } = { ...filters, ...next };
    const address: TrashSearch = {
      tipo: wordOf(kind),
      orden: sort === DEFAULT_SORT ? undefined : sort,
    };
    void navigate({
      search: address,
      state: withSearchText(search),
      resetScroll: false,
    });
  }

  return {
    filters,
    isFiltered: filters.kind !== undefined || filters.search !== '',
    change,
    search: useTypedSearch(),
    clear: () => change({ kind: undefined, search: '' }),
  };
}
