import { useNavigate, useSearch } from '@tanstack/react-router';
import { useSearchText, useTypedSearch, withSearchText } from '../records/public.ts';
import { type DoctorState, type DoctorsSearch, stateFilters } from './list-search.ts';

export interface ListFilters {
  readonly state: DoctorState;
  readonly sort: 'name' | '-name';
  readonly search: string;
}

/** The list's filters as the address and the history entry hold them, and how to change them. */
export function useListFilters() {
  const { estado, orden } = useSearch({ from: '/_shell/_guarded/medicos/' });
  const navigate = useNavigate({ from: '/medicos/' });
  const filters: ListFilters = {
    state: stateFilters.find(({ word }) => word === estado)?.value ?? 'active',
    sort: orden === undefined ? 'name' : '-name',
    search: useSearchText(),
  };

  /** What equals the default leaves the address. */
  function change(next: Partial<ListFilters>) {
    const { state: chosen, sort, search } = { ...filters, ...next };
    const address: DoctorsSearch = {
      estado: stateFilters.find(({ value }) => value === chosen)?.word,
      orden: sort === 'name' ? undefined : '-nombre',
    };
    void navigate({
      search: address,
      state: withSearchText(search),
      resetScroll: false,
    });
  }

  return {
    filters,
    isFiltered: filters.state !== 'active' || filters.search !== '',
    change,
    search: useTypedSearch(),
    clear: () => change({ state: 'active', search: '' }),
  };
}
