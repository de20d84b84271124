import type { PartnerSort, PartnerType } from '@simiente/contract/partner-filters';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useSearchText, useTypedSearch, withSearchText } from '../records/public.ts';
import { DEFAULT_SORT, type PartnersSearch } from './list-search.ts';

export interface ListFilters {
  /** Undefined: all of them. */
  readonly type: PartnerType | undefined;
  readonly withBranches: boolean;
  readonly sort: PartnerSort;
  readonly search: string;
  /** What the dashboard's figure comes with. */
  readonly counted: Pick<PartnersSearch, 'hasta' | 'laboratorio'>;
}

/** The list's filters as the address and the history entry hold them, and how to change them. */
export function useListFilters() {
  const { tipo, sucursales, orden, ...counted } = useSearch({ from: '/_shell/_guarded/partners/' });
  const navigate = useNavigate({ from: '/partners/' });
  const filters: ListFilters = {
    type: tipo,
    withBranches: sucursales ?? false,
    sort: orden ?? DEFAULT_SORT,
    search: useSearchText(),
    counted,
  };

  /** What equals the default leaves the address. */
  function change(next: Partial<ListFilters>) {
    const { type, withBranches, sort, search, counted: came } = { ...filters, ...next };
    const address: PartnersSearch = {
      ...came,
      tipo: type,
      sucursales: withBranches || undefined,
      orden: sort === DEFAULT_SORT ? undefined : sort,
    };
    void navigate({ search: address, state: withSearchText(search), resetScroll: false });
  }

  return {
    filters,
    isFiltered:
      filters.type !== undefined ||
      filters.withBranches ||
      filters.search !== '' ||
      Object.values(counted).some((value) => value !== undefined),
    change,
    search: useTypedSearch(),
    clear: () => change({ type: undefined, withBranches: false, search: '', counted: {} }),
  };
}
