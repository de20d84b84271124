import { type HistoryState, useLocation, useMatch, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { readSearchText, storeSearchText } from '../../lib/search-texts.ts';
import type { TableSort } from '../../ui/table/table-types.ts';

declare module '@tanstack/history' {
  interface HistoryState {
    /** Key of the stored search text. Back, forward and reload restore the key with its history entry. */
    searchKey?: string;
  }
}

/** The text of the search box. During a navigation to another page, it stays until that page is rendered. */
export function useSearchText(): string {
  const pathname = useListPath();
  const text = useLocation({
    select: (location) =>
      isSamePath(location.pathname, pathname) ? readSearchText(location.state.searchKey) : null,
  });
  const [lastText, setLastText] = useState(text ?? '');
  if (text !== null && text !== lastText) setLastText(text);
  return text ?? lastText;
}

/** The state of a navigation that keeps `text` in the search box. */
export function withSearchText(text: string) {
  return (state: HistoryState): HistoryState => ({
    ...state,
    searchKey: text === '' ? undefined : storeSearchText(text),
  });
}

/** The path of the list, also during a navigation to another page. */
function useListPath(): string {
  return useMatch({ strict: false, select: (match) => match.pathname });
}

const withoutSlash = (pathname: string) => pathname.replace(/\/$/, '');
const isSamePath = (one: string, other: string) => withoutSlash(one) === withoutSlash(other);

interface DeclaredSearch<Search> {
  readonly initial: Search;
  readonly filterNames: readonly (keyof Search & string)[];
}

type Change<Search> = Partial<Search> & { text?: string };

/** How a list is filtered, searched and sorted now, and functions to change that. */
export interface ListView<Search> {
  readonly search: Search;
  /** Text of the search box. It may be a person's name, so it is not in the URL. */
  readonly text: string;
  readonly isFiltered: boolean;
  /** Differs for views that show different rows. */
  readonly key: string;
  change(next: Change<Search>): void;
  /** Replaces the history entry, so that a search is one step back, not one per letter. */
  type(text: string): void;
  clear(): void;
}

export function useListView<Search extends object>(
  { initial, filterNames }: DeclaredSearch<Search>,
  search: Search,
): ListView<Search> {
  const router = useRouter();
  const pathname = useListPath();
  const text = useSearchText();

  const isHere = () => isSamePath(router.latestLocation.pathname, pathname);

  function change({ text: nextText, ...next }: Change<Search>, replace = false) {
    const { searchKey } = router.latestLocation.state;
    void router.navigate({
      to: pathname,
      // `previous` includes a change that is not rendered yet. The cast is needed because the parameters belong to the
      // list's route, which the type of the path does not determine.
      search: ((previous: Partial<Search>) => ({
        ...(isHere() ? previous : search),
        ...next,
      })) as never,
      state: withSearchText(nextText ?? (isHere() ? readSearchText(searchKey) : text)),
      replace,
      resetScroll: false,
    });
  }

  const noFilters = Object.fromEntries(
    filterNames.map((name) => [name, initial[name]]),
  ) as Partial<Search>;
  return {
    search,
    text,
    isFiltered: text !== '' || filterNames.some((name) => search[name] !== initial[name]),
    key: JSON.stringify([
      filterNames.map((name) => search[name]),
      'orden' in search && search.orden,
      text,
    ]),
    change: (next) => change(next),
    // A delayed call may come after a navigation to another page.
    type: (typed) => isHere() && change({ text: typed } as Change<Search>, true),
    clear: () => change({ ...noFilters, text: '' }),
  };
}

/** Converts the order of a URL or a call (`-createDate`) to the table's. */
export function toTableSort(order: string): TableSort {
  return order.startsWith('-')
    ? { key: order.slice(1), direction: 'desc' }
    : { key: order, direction: 'asc' };
}

/** Converts the table's order to a URL's. The cast is safe, because a table sorts only by its list's own columns. */
export function fromTableSort<Order extends string>({ key, direction }: TableSort): Order {
  return `${direction === 'desc' ? '-' : ''}${key}` as Order;
}
