import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';

/** What every page of a list has besides its records. */
export interface ListPage {
  readonly nextCursor: string | null;
  readonly total: number;
  readonly totalIsCapped: boolean;
}

/** A page as a call answers it. */
export interface ListAnswer<Page extends ListPage> {
  readonly status: 200;
  readonly data: Page;
}

/** Every page of a list that was loaded, as the cache holds them. */
export type ListPages<Page extends ListPage> = InfiniteData<ListAnswer<Page>, string | undefined>;

/** Where the lists of one kind of record are in the cache, and where the records are in their pages. */
export interface RecordList<Page extends ListPage, Row> {
  /** The key of every list of the kind, whatever its filters; also of what pickers found. */
  readonly listsKey: QueryKey;
  /** The key of those that hold pages alone: only they are written to. */
  readonly pagesKey: QueryKey;
  rowsOf(page: Page): readonly Row[];
  withRows(page: Page, rows: readonly Row[]): Page;
  idOf(row: Row): string;
  /** The page's other figures, such as counts by status, once some rows are gone. */
  figuresWithout?(page: Page, gone: readonly Row[]): Partial<Page>;
}

/** Changes the rows of every list that was loaded; their counts come with the next answer. */
export function changeRows<Page extends ListPage, Row>(
  cache: QueryClient,
  list: RecordList<Page, Row>,
  change: (row: Row) => Row,
): void {
  cache.setQueriesData<ListPages<Page>>(
    { queryKey: list.pagesKey },
    (pages) =>
      pages && mapPages(pages, (page) => list.withRows(page, list.rowsOf(page).map(change))),
  );
}

/** Takes records out of every list that was loaded, and out of the figures that count them. */
export function dropRows<Page extends ListPage, Row>(
  cache: QueryClient,
  list: RecordList<Page, Row>,
  ids: readonly string[],
): void {
  const gone = new Set(ids);
  cache.setQueriesData<ListPages<Page>>({ queryKey: list.pagesKey }, (pages) => {
    if (pages === undefined) return undefined;
    const removed = pages.pages
      .flatMap((page) => list.rowsOf(page.data))
      .filter((row) => gone.has(list.idOf(row)));
    return mapPages(pages, (page) => ({
      ...list.withRows(
        page,
        list.rowsOf(page).filter((row) => !gone.has(list.idOf(row))),
      ),
      // Figures that stop at 1 000 say nothing of how many there are: they wait for the server.
      ...(page.totalIsCapped
        ? {}
        : { total: page.total - removed.length, ...list.figuresWithout?.(page, removed) }),
    }));
  });
}

function mapPages<Page extends ListPage>(
  pages: ListPages<Page>,
  change: (page: Page) => Page,
): ListPages<Page> {
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, data: change(page.data) })) };
}
