import { LoadError } from '../../ui/page/LoadError.tsx';
import type { DataTableProps } from '../../ui/table/table-types.ts';
import type { ListPage } from './record-list.ts';
import type { LoadedList } from './use-list-pages.ts';

type PagesProps<Row extends object> = Pick<
  DataTableProps<Row>,
  | 'rows'
  | 'total'
  | 'totalIsCapped'
  | 'hasMore'
  | 'onLoadMore'
  | 'loadingMore'
  | 'loadMoreError'
  | 'loading'
  | 'refreshing'
  | 'error'
>;

/** What a table is told of the pages that it shows; `failure` is said when not even the first one came. */
export function pagesProps<Row extends object>(
  { query, rows, total, totalIsCapped }: LoadedList<ListPage, Row>,
  failure: string,
): PagesProps<Row> {
  return {
    rows,
    total,
    totalIsCapped,
    hasMore: query.hasNextPage,
    onLoadMore: () => void query.fetchNextPage(),
    loadingMore: query.isFetchingNextPage,
    loadMoreError: query.isFetchNextPageError ? query.error.message : undefined,
    loading: query.isPending,
    refreshing: query.isPlaceholderData,
    error:
      query.isError && rows.length === 0 ? (
        <LoadError
          title={failure}
          message={query.error.message}
          onRetry={() => void query.refetch()}
        />
      ) : undefined,
  };
}
