import { useRouter } from '@tanstack/react-router';
import type { TableSort } from '../../ui/table/table-types.ts';
import { useListPath, useSearchText, useTypedSearch, withSearchText } from './search-text.ts';

/** A list's search parameters, as `listSearch` declares them. */
interface DeclaredSearch<Search> {
  readonly initial: Search;
  readonly filterNames: readonly (keyof Search & string)[];
}

/** How a list is filtered, searched and ordered at the moment, and what changes that. */
export interface ListView<Search> {
  /** As the URL says it. */
  readonly search: Search;
  /** Text of the search box. It is a person's name, and so it is not in the URL. */
  readonly text: string;
  readonly isFiltered: boolean;
  /** Differs for views that show different rows. */
  readonly key: string;
  change(next: Partial<Search> & { text?: string }): void;
  /** What is typed replaces the history entry: typing is one step back, not one a letter. */
  type(text: string): void;
  /** Takes every filter and the searched text away. */
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
      // Those of the list's own route, which the type of a path does not say.
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

/** The order of a URL or a call (`-createDate`) as the table's. */
export function toTableSort(order: string): TableSort {
  return order.startsWith('-')
    ? { key: order.slice(1), direction: 'desc' }
    : { key: order, direction: 'asc' };
}

/** The order of the table as a URL's; a table offers no other columns than those of its list. */
export function fromTableSort<Order extends string>({ key, direction }: TableSort): Order {
  return `${direction === 'desc' ? '-' : ''}${key}` as Order;
}
