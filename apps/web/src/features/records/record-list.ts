import type { Capability } from '@simiente/contract/common/access/roles';
import { hashKey, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query';
import {
  type FiguresAnswer,
  type FiguresApart,
  figuresIn,
  filtersOf,
  type ListFigures,
} from './list-figures.ts';

/** What every page of a list has besides its records; no figures where these are counted in a call of their own. */
export interface ListPage extends Partial<ListFigures> {
  readonly nextCursor: string | null;
}

/** A page as a call answers it. */
export interface ListAnswer<Page extends ListPage> {
  readonly status: 200;
  readonly data: Page;
}

/** The loaded pages of a list, as cached. */
export type ListPages<Page extends ListPage> = InfiniteData<ListAnswer<Page>, string | undefined>;

/** The cache keys of a kind of record's lists, and where its pages have the records. */
export interface RecordList<Page extends ListPage, Row, Figures extends ListFigures = ListFigures> {
  /** The key of every list of the kind with any filters, and of the pickers' results. */
  readonly listsKey: QueryKey;
  /** The key of the paged lists alone: only they are written to. */
  readonly pagesKey: QueryKey;
  rowsOf(page: Page): readonly Row[];
  withRows(page: Page, rows: readonly Row[]): Page;
  idOf(row: Row): string;
  /** What an account must be able to do to select rows. */
  readonly edits: Capability;
  /** The other figures, such as counts by status, after rows were removed. */
  figuresWithout?(figures: Figures, gone: readonly Row[]): Partial<Figures>;
  /** Of a list whose pages may come without figures. */
  readonly figuresApart?: FiguresApart<Figures>;
}

/** Changes rows in every loaded list; counts follow with the next answer. */
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

/** Removes records from every loaded list, and from its figures. */
export function dropRows<Page extends ListPage, Row>(
  cache: QueryClient,
  list: RecordList<Page, Row>,
  ids: readonly string[],
): void {
  const gone = new Set(ids);
  /** By figures: lists in several orders may have the same ones. */
  const counted = new Map<string, Set<string>>();
  for (const [key, pages] of cache.getQueriesData<ListPages<Page>>({ queryKey: list.pagesKey })) {
    if (pages === undefined) continue;
    const removed = pages.pages
      .flatMap((page) => list.rowsOf(page.data))
      .filter((row) => gone.has(list.idOf(row)));
    cache.setQueryData<ListPages<Page>>(
      key,
      mapPages(pages, (page) => ({
        ...list.withRows(
          page,
          list.rowsOf(page).filter((row) => !gone.has(list.idOf(row))),
        ),
        ...without(list, figuresIn(page), removed),
      })),
    );
    const apart = list.figuresApart?.queryOf(filtersOf(key)).queryKey;
    if (apart === undefined) continue;
    const already = counted.get(hashKey(apart)) ?? new Set();
    const fresh = removed.filter((row) => !already.has(list.idOf(row)));
    counted.set(hashKey(apart), new Set([...already, ...fresh.map((row) => list.idOf(row))]));
    cache.setQueryData<FiguresAnswer<ListFigures>>(
      apart,
      (answer) =>
        answer && { ...answer, data: { ...answer.data, ...without(list, answer.data, fresh) } },
    );
  }
}

/** Figures after rows were removed. One capped at 1 000 cannot be decreased: it waits for the server. */
function without<Row>(
  list: Pick<RecordList<never, Row>, 'figuresWithout'>,
  figures: ListFigures | undefined,
  removed: readonly Row[],
): Partial<ListFigures> {
  if (figures === undefined || figures.totalIsCapped) return {};
  return { total: figures.total - removed.length, ...list.figuresWithout?.(figures, removed) };
}

function mapPages<Page extends ListPage>(
  pages: ListPages<Page>,
  change: (page: Page) => Page,
): ListPages<Page> {
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, data: change(page.data) })) };
}
