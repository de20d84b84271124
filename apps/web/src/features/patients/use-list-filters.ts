import type { PatientSort, StatusFilter } from '@simiente/contract/patient-filters';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { PeriodSearch } from '../../lib/period/period.ts';
import { useSearchText, useTypedSearch, withSearchText } from '../records/public.ts';
import { DEFAULT_SORT, type PatientsSearch } from './list-search.ts';

export interface ListFilters {
  readonly status: StatusFilter;
  readonly upcoming: boolean;
  readonly sort: PatientSort;
  readonly search: string;
  /** Days of creation, and a laboratory, as the dashboard's figures come with them. */
  readonly period: PeriodSearch;
}

/** The list's filters as the address and the history entry hold them, and how to change them. */
export function useListFilters() {
  const { estatus, citas, orden, ...period } = useSearch({ from: '/_shell/_guarded/pacientes/' });
  const navigate = useNavigate({ from: '/pacientes/' });
  const filters: ListFilters = {
    status: estatus ?? 0,
    upcoming: citas ?? false,
    sort: orden ?? DEFAULT_SORT,
    search: useSearchText(),
    period,
  };

  /** What equals the default leaves the address. */
  function change(next: Partial<ListFilters>) {
    const { status, upcoming, sort, search, period: days } = { ...filters, ...next };
    const address: PatientsSearch = {
      ...days,
      estatus: status === 0 ? undefined : status,
      citas: upcoming || undefined,
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
    isFiltered:
      filters.status !== 0 || filters.upcoming || filters.search !== '' || isChosen(period),
    change,
    search: useTypedSearch(),
    clear: () => change({ status: 0, upcoming: false, search: '', period: {} }),
  };
}

function isChosen(period: PeriodSearch): boolean {
  return Object.values(period).some((value) => value !== undefined);
}
