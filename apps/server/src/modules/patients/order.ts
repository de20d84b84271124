import { type PatientSort, statusGroup } from '@simiente/contract/patient-filters';
import { asc, desc, type SQL, sql } from 'drizzle-orm';
import type { Cursor } from '../../platform/database/cursor.ts';
import { patients } from '../../schema/patients.ts';

/** What an order looks at in a row. */
export interface OrderedRow {
  readonly id: string;
  readonly name: string;
  readonly status: number | null;
  readonly createdAt: Date | null;
  readonly lastAccessAt: Date | null;
}

interface Order {
  /** What PostgreSQL sorts by; an index has the same expression. */
  readonly expression: SQL;
  /** How a cursor's text becomes comparable with `expression`. */
  readonly fromCursor: (key: string) => SQL;
  readonly toCursor: (row: OrderedRow) => string;
}

type Field = PatientSort extends infer Sort ? (Sort extends `-${infer Name}` ? Name : Sort) : never;

const instantKey = (instant: Date | null) => instant?.toISOString() ?? '-infinity';

const orders: Readonly<Record<Field, Order>> = {
  createDate: {
    expression: sql`${patients.createdSort}`,
    fromCursor: (key) => sql`${key}::timestamptz`,
    toCursor: (row) => instantKey(row.createdAt),
  },
  lastConnection: {
    expression: sql`${patients.lastAccessSort}`,
    fromCursor: (key) => sql`${key}::timestamptz`,
    toCursor: (row) => instantKey(row.lastAccessAt),
  },
  name: {
    expression: sql`${patients.name} collate "es-x-icu"`,
    fromCursor: (key) => sql`${key}::text collate "es-x-icu"`,
    toCursor: (row) => row.name,
  },
  status: {
    expression: sql`${patients.statusGroup}`,
    fromCursor: (key) => sql`${key}::smallint`,
    toCursor: (row) => String(statusGroup(row.status)),
  },
};

function resolve(sort: PatientSort): { order: Order; descending: boolean } {
  const descending = sort.startsWith('-');
  const field = (descending ? sort.slice(1) : sort) as Field;
  return { order: orders[field], descending };
}

/** The ORDER BY of a sort; the id makes it total. */
export function orderBy(sort: PatientSort): SQL[] {
  const { order, descending } = resolve(sort);
  const direction = descending ? desc : asc;
  return [direction(order.expression), direction(patients.id)];
}

/** The rows that come after a cursor in its order. */
export function after(sort: PatientSort, cursor: Cursor): SQL {
  const { order, descending } = resolve(sort);
  const comparison = descending ? sql`<` : sql`>`;
  return sql`(${order.expression}, ${patients.id}) ${comparison} (${order.fromCursor(cursor.key)}, ${cursor.id})`;
}

/** The cursor that continues after a row. */
export function cursorAt(sort: PatientSort, row: OrderedRow): Cursor {
  return { sort, key: resolve(sort).order.toCursor(row), id: row.id };
}
