import { isInstant } from '@simiente/contract/common/dates';
import { type AnyColumn, asc, desc, type SQL, sql } from 'drizzle-orm';
import type { Cursor } from './cursor.ts';

/** The fields that a list may be sorted by, without the sign of a descending order. */
export type SortField<Sort extends string> = Sort extends `-${infer Field}` ? Field : Sort;

/** How a list is ordered by one field. */
export interface Order<Row> {
  /** The expression that PostgreSQL sorts by; a large table has an index on it. */
  readonly expression: SQL;
  /** Makes a cursor's text comparable with `expression`. */
  readonly fromCursor: (key: string) => SQL;
  readonly toCursor: (row: Row) => string;
}

/** The `fromCursor` of a Spanish collation. */
export const asText = (key: string): SQL => sql`${key}::text collate "es-x-icu"`;

/** An order by a date, in which a missing one and the invalid text of an export are the oldest. */
export function byDate<Row>(expression: SQL, dateOf: (row: Row) => string | null): Order<Row> {
  return {
    expression,
    fromCursor: (key) => sql`${key}::timestamptz`,
    toCursor: (row) => {
      const date = dateOf(row);
      return isInstant(date) ? date : '-infinity';
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

/** Keyset pages (ADR 0010): every order ends in the id, which makes it total. */
export function keyset<Sort extends string, Row>(
  id: AnyColumn,
  idOf: (row: Row) => string,
  orders: Readonly<Record<SortField<Sort>, Order<Row>>>,
) {
  return {
    orderBy(sort: Sort): SQL[] {
      const { field, descending } = readSort(sort);
      const direction = descending ? desc : asc;
      return [direction(orders[field].expression), direction(id)];
    },

    /** The rows after a cursor in its order. */
    after(sort: Sort, cursor: Cursor): SQL {
      const { field, descending } = readSort(sort);
      const { expression, fromCursor } = orders[field];
      const comparison = descending ? sql`<` : sql`>`;
      return sql`(${expression}, ${id}) ${comparison} (${fromCursor(cursor.key)}, ${cursor.id})`;
    },

    /** The cursor after a row. */
    cursorAt(sort: Sort, row: Row): Cursor {
      return { sort, key: orders[readSort(sort).field].toCursor(row), id: idOf(row) };
    },
  };
}
