import { taggedPartnerTypes } from '@simiente/contract/partner-fields';
import type { PartnerSort } from '@simiente/contract/partners';
import { asc, desc, type SQL, sql } from 'drizzle-orm';
import type { Cursor } from '../../platform/database/cursor.ts';
import { partners } from '../../schema/partners.ts';
import { branchCount, type PartnerRow } from './present.ts';

interface Order {
  /** What PostgreSQL sorts by. */
  readonly expression: SQL;
  /** How a cursor's text becomes comparable with `expression`. */
  readonly fromCursor: (key: string) => SQL;
  readonly toCursor: (row: PartnerRow) => string;
}

type Field = PartnerSort extends infer Sort ? (Sort extends `-${infer Name}` ? Name : Sort) : never;

const asText = (key: string) => sql`${key}::text collate "es-x-icu"`;

/** What lists call every type that has no tag of its own. */
const UNTYPED = 'Sin tipo';
const tagged: readonly string[] = taggedPartnerTypes;

const orders: Readonly<Record<Field, Order>> = {
  // As `partners_by_name` has it.
  name: {
    expression: sql`${partners.name} collate "es-x-icu"`,
    fromCursor: asText,
    toCursor: (row) => row.name,
  },
  branches: {
    expression: branchCount,
    fromCursor: (key) => sql`${key}::int`,
    toCursor: (row) => String(row.branches),
  },
  country: {
    expression: sql`coalesce(${partners.country}, '') collate "es-x-icu"`,
    fromCursor: asText,
    toCursor: (row) => row.country ?? '',
  },
  // As it reads on the screen.
  type: {
    expression: sql`(case when ${partners.type} in (${sql.join(
      tagged.map((type) => sql`${type}`),
      sql`, `,
    )}) then ${partners.type} else ${UNTYPED} end) collate "es-x-icu"`,
    fromCursor: asText,
    toCursor: ({ type }) => (type !== null && tagged.includes(type) ? type : UNTYPED),
  },
};

function resolve(sort: PartnerSort): { order: Order; descending: boolean } {
  const descending = sort.startsWith('-');
  const field = (descending ? sort.slice(1) : sort) as Field;
  return { order: orders[field], descending };
}

/** The ORDER BY of a sort; the id makes it total. */
export function orderBy(sort: PartnerSort): SQL[] {
  const { order, descending } = resolve(sort);
  const direction = descending ? desc : asc;
  return [direction(order.expression), direction(partners.id)];
}

/** The rows that come after a cursor in its order. */
export function after(sort: PartnerSort, cursor: Cursor): SQL {
  const { order, descending } = resolve(sort);
  const comparison = descending ? sql`<` : sql`>`;
  return sql`(${order.expression}, ${partners.id}) ${comparison} (${order.fromCursor(cursor.key)}, ${cursor.id})`;
}

/** The cursor that continues after a row. */
export function cursorAt(sort: PartnerSort, row: PartnerRow): Cursor {
  return { sort, key: resolve(sort).order.toCursor(row), id: row.id };
}
