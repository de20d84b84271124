import { type AnyColumn, asc, desc, type SQL, sql } from 'drizzle-orm';
import type { Cursor } from './cursor.ts';

/** What a list may be sorted by, without the sign that turns it round. */
export type SortField<Sort extends string> = Sort extends `-${infer Field}` ? Field : Sort;

/** How a list is put in order by one of its fields. */
export interface Order<Row> {
  /** What PostgreSQL sorts by; a large table has an index of the same expression. */
  readonly expression: SQL;
  /** How a cursor's text becomes comparable with `expression`. */
  readonly fromCursor: (key: string) => SQL;
  readonly toCursor: (row: Row) => string;
}

/** The `fromCursor` of what is sorted as Spanish is. */
export const asText = (key: string): SQL => sql`${key}::text collate "es-x-icu"`;

/** Which field a sort goes by, and which way. */
export function readSort<Sort extends string>(
  sort: Sort,
): { field: SortField<Sort>; descending: boolean } {
  const descending = sort.startsWith('-');
  return { field: (descending ? sort.slice(1) : sort) as SortField<Sort>, descending };
}

/** The pages of a list by key (ADR 0010): every order ends in the id, which makes it total. */
export function keyset<Sort extends string, Row>(
  id: AnyColumn,
  idOf: (row: Row) => string,
  orders: Readonly<Record<SortField<Sort>, Order<Row>>>,
) {
  return {
    /** The ORDER BY of a sort. */
    orderBy(sort: Sort): SQL[] {
      const { field, descending } = readSort(sort);
      const direction = descending ? desc : asc;
      return [direction(orders[field].expression), direction(id)];
    },

    /** The rows that come after a cursor in its order. */
    after(sort: Sort, cursor: Cursor): SQL {
      const { field, descending } = readSort(sort);
      const { expression, fromCursor } = orders[field];
      const comparison = descending ? sql`<` : sql`>`;
      return sql`(${expression}, ${id}) ${comparison} (${fromCursor(cursor.key)}, ${cursor.id})`;
    },

    /** The cursor that continues after a row. */
    cursorAt(sort: Sort, row: Row): Cursor {
      return { sort, key: orders[readSort(sort).field].toCursor(row), id: idOf(row) };
    },
  };
}
