import { useRouter } from '@tanstack/react-router';
import type { TableSort } from '../../ui/table/table-types.ts';
import { useListPath, useSearchText, useTypedSearch, withSearchText } from './search-text.ts';

/** A list's search parameters, as `listSearch` declares them. */
interface DeclaredSearch<Search> {
  readonly initial: Search;
  readonly filterNames: readonly (keyof Search & string)[];
}

/** How a list is filtered, searched and sorted now, and functions to change that. */
export interface ListView<Search> {
  /** From the URL. */
  readonly search: Search;
  /** Text of the search box. It may be a person's name, so it is not in the URL. */
  readonly text: string;
  readonly isFiltered: boolean;
  /** Differs for views that show different rows. */
  readonly key: string;
  change(next: Partial<Search> & { text?: string }): void;
  /** Typing replaces the history entry, so that a search is one step back, not one per letter. */
  type(text: string): void;
  /** Removes every filter and the searched text. */
  clear(): void;
}

/** The view of the list's route. */
export function useListView<Search extends { orden: string }>(
  { initial, filterNames }: DeclaredSearch<Search>,
  search: Search,
): ListView<Search> {
  const router = useRouter();
  const pathname = useListPath();
  const text = useSearchText();

  function change({ text: nextText = text, ...next }: Partial<Search> & { text?: string }) {
    void router.navigate({
      to: pathname,
      // Of the list's own route: the type of the path alone does not determine them.
      search: { ...search, ...next } as never,
      state: withSearchText(nextText),
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
    key: JSON.stringify([filterNames.map((name) => search[name]), search.orden, text]),
    change,
    type: useTypedSearch(),
    clear: () => change({ ...noFilters, text: '' }),
  };
}

/** Converts the order of a URL or a call (`-createDate`) to the table's. */
export function toTableSort(order: string): TableSort {
  return order.startsWith('-')
    ? { key: order.slice(1), direction: 'desc' }
    : { key: order, direction: 'asc' };
}

/** Converts the table's order to a URL's; a table offers no other columns than those of its list. */
export function fromTableSort<Order extends string>({ key, direction }: TableSort): Order {
  return `${direction === 'desc' ? '-' : ''}${key}` as Order;
}
