import { isInstant } from '@simiente/contract/common/dates';
import { and, asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Cursor, CursorCodec } from './cursor.ts';

export interface Page<Row> {
  readonly page: Row[];
  readonly nextCursor: string | null;
}

/**
 * A page of records.
 * @param rows one more than `limit` if another page follows
 */
export function toPage<Row>(
  rows: readonly Row[],
  limit: number,
  cursors: CursorCodec,
  cursorAt: (last: Row) => Cursor,
): Page<Row> {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { page, nextCursor: last === undefined ? null : cursors.encode(cursorAt(last)) };
}

/** The fields by which a list may be sorted, without the sign of a descending order. */
export type SortField<Sort extends string> = Sort extends `-${infer Field}` ? Field : Sort;

export interface Order<Row> {
  /** The expression by which PostgreSQL sorts; a large table has an index on it. */
  readonly expression: SQL;
  /** Converts the text in a cursor to the type of `expression`. */
  readonly fromCursor: (key: string) => SQL;
  readonly toCursor: (row: Row) => string;
  /** The ascending order, if it is not the reverse of the descending one. */
  readonly ascending?: Order<Row>;
}

const SPANISH = sql.raw('collate "es-x-icu"');

export function byText<Row>(text: SQLWrapper, toCursor: (row: Row) => string): Order<Row> {
  return {
    expression: sql`${text} ${SPANISH}`,
    fromCursor: (key) => sql`${key}::text ${SPANISH}`,
    toCursor,
  };
}

/**
 * An order by a date.
 * @param missing the value of `expression` for a missing date, or for the invalid text of an import
 */
export function byDate<Row>(
  expression: SQL,
  getDate: (row: Row) => Date | string | null,
  missing: '-infinity' | 'infinity' = '-infinity',
): Order<Row> {
  return {
    expression,
    fromCursor: (key) => sql`${key}::timestamptz`,
    toCursor: (row) => {
      const date = getDate(row);
      const text = date instanceof Date ? date.toISOString() : date;
      return isInstant(text) ? text : missing;
    },
  };
}

export function readSort<Sort extends string>(
  sort: Sort,
): { field: SortField<Sort>; descending: boolean } {
  const descending = sort.startsWith('-');
  return { field: (descending ? sort.slice(1) : sort) as SortField<Sort>, descending };
}

interface PageInput<Sort extends string> {
  readonly sort: Sort;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A Drizzle query without its condition. */
interface ListQuery<Row> {
  where(condition: SQL | undefined): {
    orderBy(...order: SQL[]): { limit(limit: number): PromiseLike<Row[]> };
  };
}

/** Keyset pages (ADR 0010): every order ends in the id, which makes it total. */
export function keyset<Sort extends string, Row>(
  id: SQLWrapper,
  getId: (row: Row) => string,
  orders: Readonly<Record<SortField<Sort>, Order<Row>>>,
) {
  function read(sort: Sort) {
    const { field, descending } = readSort(sort);
    const { ascending, ...order } = orders[field];
    return { descending, order: descending ? order : (ascending ?? order) };
  }

  function orderBy(sort: Sort): SQL[] {
    const { order, descending } = read(sort);
    const direction = descending ? desc : asc;
    return [direction(order.expression), direction(id)];
  }

  function after(sort: Sort, cursor: Cursor): SQL {
    const { order, descending } = read(sort);
    const { expression, fromCursor } = order;
    const comparison = descending ? sql`<` : sql`>`;
    return sql`(${expression}, ${id}) ${comparison} (${fromCursor(cursor.key)}, ${cursor.id})`;
  }

  function cursorAt(sort: Sort, row: Row): Cursor {
    return { sort, key: read(sort).order.toCursor(row), id: getId(row) };
  }

  /** One page of the rows of a query that match a condition. */
  function readPage(
    input: PageInput<Sort>,
    cursors: CursorCodec,
    query: ListQuery<Row>,
    condition: SQL | undefined,
  ): Promise<Page<Row>> {
    return selectPage(input, cursors, ({ next, inOrder, limit }) =>
      query
        .where(and(condition, next))
        .orderBy(...inOrder)
        .limit(limit),
    );
  }

  async function selectPage(
    { sort, limit, cursor }: PageInput<Sort>,
    cursors: CursorCodec,
    select: (query: {
      readonly next: SQL | undefined;
      readonly inOrder: SQL[];
      readonly limit: number;
    }) => PromiseLike<Row[]>,
  ): Promise<Page<Row>> {
    const next = cursor === undefined ? undefined : after(sort, cursors.decode(cursor, sort));
    const rows = await select({ next, inOrder: orderBy(sort), limit: limit + 1 });
    return toPage(rows, limit, cursors, (last) => cursorAt(sort, last));
  }

  /** SQL for the ids of the rows that match a condition, in order. */
  function ids(sort: Sort, table: SQLWrapper, condition: SQL | undefined): SQL {
    const order = sql.join(orderBy(sort), sql`, `);
    return sql`select ${id} from ${table} where ${condition ?? sql`true`} order by ${order}`;
  }

  /** Every row of a query that matches a condition, `ROWS_AT_ONCE` at a time, so that no connection waits for a slow client. */
  async function* readAll(
    sort: Sort,
    select: () => ListQuery<Row>,
    condition: SQL | undefined,
  ): AsyncGenerator<Row[]> {
    let next: SQL | undefined;
    do {
      const rows = await select()
        .where(and(condition, next))
        .orderBy(...orderBy(sort))
        .limit(BATCH_SIZE);
      yield rows;
      const last = rows.length === BATCH_SIZE ? rows.at(-1) : undefined;
      next = last && after(sort, cursorAt(sort, last));
    } while (next);
  }

  return { orderBy, after, cursorAt, readPage, selectPage, ids, readAll };
}

const BATCH_SIZE = 250;
