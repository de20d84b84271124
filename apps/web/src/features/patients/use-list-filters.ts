import type { PatientSort, StatusFilter } from '@simiente/contract/patient-filters';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { DEFAULT_SORT, type PatientsSearch } from './list-search.ts';

export interface ListFilters {
  readonly status: StatusFilter;
  readonly upcoming: boolean;
  readonly sort: PatientSort;
  readonly search: string;
}

/** The list's filters as the address and the history entry hold them, and how to change them. */
export function useListFilters() {
  const { estatus, citas, orden } = useSearch({ from: '/_shell/_guarded/pacientes/' });
  const searchText = useLocation({ select: (location) => location.state.searchText ?? '' });
  const navigate = useNavigate({ from: '/pacientes/' });
  const filters: ListFilters = {
    status: estatus ?? 0,
    upcoming: citas ?? false,
    sort: orden ?? DEFAULT_SORT,
    search: searchText,
  };

  /** What equals the default leaves the address. */
  function change(next: Partial<ListFilters>, { replace = false } = {}) {
    const { status, upcoming, sort, search } = { ...filters, ...next };
    const address: PatientsSearch = {
      estatus: status === 0 ? undefined : status,
      citas: upcoming || undefined,
      orden: sort === DEFAULT_SORT ? undefined : sort,
    };
    void navigate({
      search: address,
      state: (state) => ({ ...state, searchText: search === '' ? undefined : search }),
      replace,
      resetScroll: false,
    });
  }

  return {
    filters,
    isFiltered: filters.status !== 0 || filters.upcoming || filters.search !== '',
    change,
    // Typing is one step back, not one a pause.
    search: (text: string) => change({ search: text }, { replace: true }),
    clear: () => change({ status: 0, upcoming: false, search: '' }),
  };
}
