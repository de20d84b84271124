import { isInstant } from '@simiente/contract/common/dates';
import { asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Cursor, CursorCodec } from './cursor.ts';
import { type Page, pageOf } from './pages.ts';

/** The fields that a list may be sorted by, without the sign of a descending order. */
export type SortField<Sort extends string> = Sort extends `-${infer Field}` ? Field : Sort;

/** How a list is ordered by one field. */
export interface Order<Row> {
  /** The expression that PostgreSQL sorts by; a large table has an index on it. */
  readonly expression: SQL;
  /** Makes a cursor's text comparable with `expression`. */
  readonly fromCursor: (key: string) => SQL;
  readonly toCursor: (row: Row) => string;
  /** Where ascending is not the reverse of descending. */
  readonly ascending?: Order<Row>;
}

const SPANISH = sql.raw('collate "es-x-icu"');

/** An order by a text, in Spanish. */
export function byText<Row>(text: SQLWrapper, toCursor: (row: Row) => string): Order<Row> {
  return {
    expression: sql`${text} ${SPANISH}`,
    fromCursor: (key) => sql`${key}::text ${SPANISH}`,
    toCursor,
  };
}

/**
 * An order by a date. A missing date and the invalid text of an export count as `missing`, which
 * `expression` has in their place.
 */
export function byDate<Row>(
  expression: SQL,
  dateOf: (row: Row) => string | null,
  missing: '-infinity' | 'infinity' = '-infinity',
): Order<Row> {
  return {
    expression,
    fromCursor: (key) => sql`${key}::timestamptz`,
    toCursor: (row) => {
      const date = dateOf(row);
      return isInstant(date) ? date : missing;
    },
  };
}

/** The field and direction of a sort. */
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

/** Keyset pages (ADR 0010): every order ends in the id, which makes it total. */
export function keyset<Sort extends string, Row>(
  id: SQLWrapper,
  idOf: (row: Row) => string,
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

  /** What a list is sorted by, before the id. */
  function keyOf(sort: Sort): { readonly key: SQL; readonly descending: boolean } {
    const { order, descending } = read(sort);
    return { key: order.expression, descending };
  }

  /** The rows after a cursor in its order. */
  function after(sort: Sort, cursor: Cursor): SQL {
    const { order, descending } = read(sort);
    const { expression, fromCursor } = order;
    const comparison = descending ? sql`<` : sql`>`;
    return sql`(${expression}, ${id}) ${comparison} (${fromCursor(cursor.key)}, ${cursor.id})`;
  }

  /** The cursor after a row. */
  function cursorAt(sort: Sort, row: Row): Cursor {
    return { sort, key: read(sort).order.toCursor(row), id: idOf(row) };
  }

  /** One page, of the rows that `select` reads with this condition, order and limit. */
  async function readPage(
    { sort, limit, cursor }: PageInput<Sort>,
    cursors: CursorCodec,
    select: (query: {
      readonly next: SQL | undefined;
      readonly inOrder: SQL[];
      readonly limit: number;
    }) => Promise<Row[]>,
  ): Promise<Page<Row>> {
    const next = cursor === undefined ? undefined : after(sort, cursors.decode(cursor, sort));
    const rows = await select({ next, inOrder: orderBy(sort), limit: limit + 1 });
    return pageOf(rows, limit, cursors, (last) => cursorAt(sort, last));
  }

  return { orderBy, keyOf, after, cursorAt, readPage };
}
