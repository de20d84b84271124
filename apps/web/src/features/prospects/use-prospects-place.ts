import type { ProspectGroup, ProspectSort } from '@simiente/contract/prospect-filters';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useSearchText, useTypedSearch, withSearchText } from '../records/public.ts';
import { DEFAULT_SORT, type ProspectsSearch, type ProspectsView } from './list-search.ts';

export interface ProspectsPlace {
  /** Undefined shows all. */
  readonly status: ProspectGroup | undefined;
  readonly sort: ProspectSort;
  readonly view: ProspectsView;
  /** The prospect whose panel is open. */
  readonly openId: string | undefined;
  readonly search: string;
}

/** Where one is among the prospects, as the address and the history entry hold it, and how to go on. */
export function useProspectsPlace() {
  const { estado, orden, vista, prospecto } = useSearch({ from: '/_shell/_guarded/prospectos' });
  const navigate = useNavigate({ from: '/prospectos' });
  const place: ProspectsPlace = {
    status: estado,
    sort: orden ?? DEFAULT_SORT,
    view: vista ?? 'tabla',
    openId: prospecto,
    search: useSearchText(),
  };

  /** What equals the default leaves the address. */
  function change(next: Partial<ProspectsPlace>) {
    const { status, sort, view, openId, search } = { ...place, ...next };
    const address: ProspectsSearch = {
      estado: status,
      orden: sort === DEFAULT_SORT ? undefined : sort,
      vista: view === 'tabla' ? undefined : view,
      prospecto: openId,
    };
    void navigate({
      search: address,
      state: withSearchText(search),
      resetScroll: false,
    });
  }

  return {
    place,
    isFiltered: place.status !== undefined || place.search !== '',
    change,
    search: useTypedSearch(),
    clear: () => change({ status: undefined, search: '' }),
    open: (openId: string) => change({ openId }),
    close: () => change({ openId: undefined }),
  };
}
