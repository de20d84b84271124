import type { Capability } from '@simiente/contract/common/access/roles';
import {
  type InfiniteData,
  keepPreviousData,
  type QueryKey,
  type UndefinedInitialDataInfiniteOptions,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useMutationState,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Call, cache } from '../../lib/api/client.ts';

/** Fields of every page of a list, in addition to its records. Some lists have no total. */
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

/** The cache keys of the lists of one kind of record, and access to the records in their pages. */
export interface RecordList<Page extends ListPage, Row> {
  /** Common prefix of the query keys of these records' lists, whatever their filters, and of the pickers' results. */
  readonly listsKey: QueryKey;
  getRows(page: Page): readonly Row[];
  getId(row: Row): string;
  /** The capability to edit the records. Without it, no row can be selected. */
  readonly editCapability: Capability;
}

/** A list whose cached rows show the answer to a change before a refetch. */
export interface WritableList<Page extends ListPage, Row> extends RecordList<Page, Row> {
  /** Common prefix of the paged lists' query keys. Only their answers are changed in the cache. */
  readonly pagesKey: QueryKey;
  withRows(page: Page, rows: readonly Row[]): Page;
}

/** Changes rows in every loaded list. The counts stay until the next refetch. */
export function changeRows<Page extends ListPage, Row>(
  list: WritableList<Page, Row>,
  change: (row: Row) => Row,
): void {
  cache.setQueriesData<ListPages<Page>>(
    { queryKey: list.pagesKey },
    (pages) =>
      pages && {
        ...pages,
        pages: pages.pages.map((page) => ({
          ...page,
          data: list.withRows(page.data, list.getRows(page.data).map(change)),
        })),
      },
  );
}

/** Pages by cursor; the previous rows stay while new filters load. */
export const byCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { readonly data: ListPage }) => page.data.nextCursor ?? undefined,
  placeholderData: keepPreviousData,
};

/**
 * The query of a list's pages, as options of TanStack Query.
 * @param input `pageInput(…)`
 */
export function listQuery<Input, Page extends ListPage>(
  call: Call<Input, Page>,
  input: (cursor: string | undefined) => NoInfer<Input>,
) {
  return call.infiniteOptions({ ...byCursor, input });
}

/** @returns a function from a page's cursor to the call's input, which has no `search` if the text is empty */
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

/** Drops the lists off the screen after rows were removed. They would show the removed rows until a refetch. */
export function dropHiddenLists(list: { readonly listsKey: QueryKey }): void {
  cache.removeQueries({ queryKey: list.listsKey, type: 'inactive', fetchStatus: 'idle' });
}

/** Key of the mutations that delete rows of lists. */
export const deletingKey = ['delete records'];

/** The ids of the rows that are being deleted, until their lists are refetched. */
function usePendingIds(): readonly string[] {
  return useMutationState({
    filters: { mutationKey: deletingKey, status: 'pending' },
    select: ({ state }) => (state.variables as { readonly ids: readonly string[] }).ids,
  }).flat();
}

type ShownList<Row> = Pick<RecordList<never, Row>, 'getId'> & {
  readonly editCapability?: Capability;
};

export interface LoadedList<Page extends ListPage, Row> {
  readonly list: ShownList<Row>;
  readonly query: UseInfiniteQueryResult<ListPages<Page>, Error>;
  readonly rows: readonly Row[];
  /** The page that loaded last, with the latest counts. */
  readonly newest: Page | undefined;
  readonly total: number | undefined;
  readonly totalIsCapped: boolean;
  /** Whether rows and counts are those of the previous filters, or a page searches further pages for rows. */
  readonly isInterim: boolean;
}

/**
 * The loaded pages of a list.
 * @param options `listQuery(…)`
 */
export function useListPages<Page extends ListPage, Row>(
  list: ShownList<Row> & Pick<RecordList<Page, Row>, 'getRows'>,
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
  const pendingIds = usePendingIds();
  return {
    list,
    query,
    rows:
      pendingIds.length === 0 ? rows : rows.filter((row) => !pendingIds.includes(list.getId(row))),
    newest,
    total: newest?.total,
    totalIsCapped: newest?.totalIsCapped ?? false,
    isInterim: query.isPlaceholderData,
  };
}
