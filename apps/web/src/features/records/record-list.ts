import type { Capability } from '@simiente/contract/common/access/roles';
import {
  type InfiniteData,
  keepPreviousData,
  type QueryKey,
  type UndefinedInitialDataInfiniteOptions,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { cache } from '../../lib/api/client.ts';

/** Fields of every page of a list, in addition to its records. An endless list has no total. */
export interface ListPage {
  readonly nextCursor: string | null;
  readonly total?: number;
  readonly totalIsCapped?: boolean;
}

interface ListAnswer<Page extends ListPage> {
  readonly status: 200;
  readonly data: Page;
}

export type ListPages<Page extends ListPage> = InfiniteData<ListAnswer<Page>, string | undefined>;

/** The cache keys of a kind of record's lists, and access to the records in their pages. */
export interface RecordList<Page extends ListPage, Row> {
  /** The key of every list of the kind with any filters, and of the pickers' results. */
  readonly listsKey: QueryKey;
  /** The key of the paged lists, the only ones that are written to. */
  readonly pagesKey: QueryKey;
  getRows(page: Page): readonly Row[];
  withRows(page: Page, rows: readonly Row[]): Page;
  getId(row: Row): string;
  readonly edits: Capability;
  /** The other counts of a page, such as those by status, after rows were removed. */
  countsWithout?(page: Page, removed: readonly Row[]): Partial<Page>;
}

/** Changes rows in every loaded list; the counts follow with the next answer. */
export function changeRows<Page extends ListPage, Row>(
  list: RecordList<Page, Row>,
  change: (row: Row) => Row,
): void {
  cache.setQueriesData<ListPages<Page>>(
    { queryKey: list.pagesKey },
    (pages) =>
      pages && mapPages(pages, (page) => list.withRows(page, list.getRows(page).map(change))),
  );
}

/** Removes records from every loaded list, and from its counts. */
export function dropRows<Page extends ListPage, Row>(
  list: RecordList<Page, Row>,
  ids: readonly string[],
): void {
  const deleted = new Set(ids);
  const isDeleted = (row: Row) => deleted.has(list.getId(row));
  cache.setQueriesData<ListPages<Page>>({ queryKey: list.pagesKey }, (pages) => {
    const removed = pages?.pages.flatMap((page) => list.getRows(page.data).filter(isDeleted)) ?? [];
    return (
      pages &&
      mapPages(pages, (page) => ({
        ...list.withRows(
          page,
          list.getRows(page).filter((row) => !isDeleted(row)),
        ),
        ...countsAfterRemoval(list, page, removed),
      }))
    );
  });
}

/** A count capped at 1 000 is not exact, so it stays until the next answer. */
function countsAfterRemoval<Page extends ListPage, Row>(
  list: Pick<RecordList<Page, Row>, 'countsWithout'>,
  page: Page,
  removed: readonly Row[],
): Partial<Page> {
  if (page.total === undefined || page.totalIsCapped) return {};
  return {
    total: page.total - removed.length,
    ...list.countsWithout?.(page, removed),
  } as Partial<Page>;
}

export function mapPages<Page extends ListPage>(
  pages: ListPages<Page>,
  change: (page: Page) => Page,
): ListPages<Page> {
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, data: change(page.data) })) };
}

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
