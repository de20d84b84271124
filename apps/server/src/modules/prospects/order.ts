import type { ProspectSort } from '@simiente/contract/prospect-filters';
import { asc, desc, type SQL, sql } from 'drizzle-orm';
import type { Cursor } from '../../platform/database/cursor.ts';
import { prospects } from '../../schema/prospects.ts';

/** What an order looks at in a row. */
interface OrderedRow {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date | null;
  readonly statusGroup: string | null;
  readonly reasonStart: string;
}

interface Order {
  /** What PostgreSQL sorts by; an index has the same expression. */
  readonly expression: SQL;
  /** How a cursor's text becomes comparable with `expression`. */
  readonly fromCursor: (key: string) => SQL;
  readonly toCursor: (row: OrderedRow) => string;
}

type Field = ProspectSort extends infer Sort
  ? Sort extends `-${infer Name}`
    ? Name
    : Sort
  : never;

/** A motivo may be of any length: what it begins with puts it in order. */
const reasonStart = sql<string>`left(coalesce(${prospects.reason}, ''), 200)`;

/** The columns that only an order needs. */
export const orderColumns = { statusGroup: prospects.statusGroup, reasonStart };

const asText = (key: string) => sql`${key}::text collate "es-x-icu"`;

const orders: Readonly<Record<Field, Order>> = {
  createDate: {
    expression: sql`${prospects.createdSort}`,
    fromCursor: (key) => sql`${key}::timestamptz`,
    toCursor: (row) => row.createdAt?.toISOString() ?? '-infinity',
  },
  name: {
    expression: sql`${prospects.name} collate "es-x-icu"`,
    fromCursor: asText,
    toCursor: (row) => row.name,
  },
  motivo: {
    expression: sql`${reasonStart} collate "es-x-icu"`,
    fromCursor: asText,
    toCursor: (row) => row.reasonStart,
  },
  status: {
    expression: sql`${prospects.statusGroup}`,
    fromCursor: (key) => sql`${key}::text`,
    toCursor: (row) => row.statusGroup ?? '',
  },
};

function resolve(sort: ProspectSort): { order: Order; descending: boolean } {
  const descending = sort.startsWith('-');
  const field = (descending ? sort.slice(1) : sort) as Field;
  return { order: orders[field], descending };
}

/** The ORDER BY of a sort; the id makes it total. */
export function orderBy(sort: ProspectSort): SQL[] {
  const { order, descending } = resolve(sort);
  const direction = descending ? desc : asc;
  return [direction(order.expression), direction(prospects.id)];
}

/** The rows that come after a cursor in its order. */
export function after(sort: ProspectSort, cursor: Cursor): SQL {
  const { order, descending } = resolve(sort);
  const comparison = descending ? sql`<` : sql`>`;
  return sql`(${order.expression}, ${prospects.id}) ${comparison} (${order.fromCursor(cursor.key)}, ${cursor.id})`;
}

/** The cursor that continues after a row. */
export function cursorAt(sort: ProspectSort, row: OrderedRow): Cursor {
  return { sort, key: resolve(sort).order.toCursor(row), id: row.id };
}
