import {
  keepPreviousData,
  type QueryKey,
  type UndefinedInitialDataInfiniteOptions,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListAnswer, ListPage, ListPages, RecordList } from './record-list.ts';

/** Options of every list's query: pages by cursor; the earlier rows stay while new filters load. */
export const byCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { readonly data: ListPage }) => page.data.nextCursor ?? undefined,
  placeholderData: keepPreviousData,
};

/** The call's input with the search text, absent when empty, and the page. */
export function pageInput<Filters extends object>(
  filters: Filters,
  search: string,
): (cursor: string | undefined) => Filters & { search?: string; cursor?: string } {
  const text = search.trim();
  return (cursor) => ({
    ...filters,
    ...(text === '' ? {} : { search: text }),
    ...(cursor === undefined ? {} : { cursor }),
  });
}

export interface LoadedList<Page extends ListPage, Row> {
  readonly query: UseInfiniteQueryResult<ListPages<Page>, Error>;
  readonly rows: readonly Row[];
  /** The newest page, whose common fields are the latest. */
  readonly newest: Page | undefined;
  readonly total: number | undefined;
  readonly totalIsCapped: boolean;
  /** Whether rows and counts still belong to the previous filters. */
  readonly isEarlier: boolean;
}

/** The pages of a list under its filters: `queries.….list.infiniteOptions({ …byCursor, input: pageInput(…) })`. */
export function useListPages<Page extends ListPage, Row>(
  list: Pick<RecordList<Page, Row>, 'getRows'>,
  options: UndefinedInitialDataInfiniteOptions<
    ListAnswer<Page>,
    Error,
    ListPages<Page>,
    QueryKey,
    string | undefined
  >,
): LoadedList<Page, Row> {
  const query = useInfiniteQuery(options);
  const rows = useMemo(
    () => query.data?.pages.flatMap((page) => list.getRows(page.data)) ?? [],
    [query.data, list],
  );
  const newest = query.data?.pages.at(-1)?.data;
  return {
    query,
    rows,
    newest,
    total: newest?.total,
    totalIsCapped: newest?.totalIsCapped ?? false,
    isEarlier: query.isPlaceholderData,
  };
}
