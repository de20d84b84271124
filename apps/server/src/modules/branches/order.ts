import type { Branch, BranchSort } from '@simiente/contract/branches';
import { asc, desc, type SQL, sql } from 'drizzle-orm';
import type { Cursor } from '../../platform/database/cursor.ts';
import { branches } from '../../schema/partners.ts';

type Field = BranchSort extends infer Sort ? (Sort extends `-${infer Name}` ? Name : Sort) : never;

interface Order {
  /** What PostgreSQL sorts by first; equals are told apart by their names, and then by their ids. */
  readonly expression: SQL;
  /** How a cursor's text becomes comparable with `expression`. */
  readonly fromCursor: (key: string) => SQL;
  readonly toCursor: (branch: Branch) => string;
}

const byName = sql`${branches.name} collate "es-x-icu"`;
const asText = (key: string) => sql`${key}::text collate "es-x-icu"`;
const asNumber = (key: string) => sql`${key}::int`;

/** How many parts an address has: one text is one, named parts are as many as their names. */
function addressParts(address: Branch['address']): number {
  if (address === null) return 0;
  return typeof address === 'string' ? 1 : Object.keys(address).length;
}

const orders: Readonly<Record<Field, Order>> = {
  state: {
    expression: sql`coalesce(${branches.state}, '') collate "es-x-icu"`,
    fromCursor: asText,
    toCursor: ({ state }) => state ?? '',
  },
  name: {
    expression: byName,
    fromCursor: asText,
    toCursor: ({ name }) => name,
  },
  address: {
    expression: sql`case jsonb_typeof(${branches.address})
      when 'string' then 1
      when 'object' then (select count(*)::int from jsonb_object_keys(${branches.address}))
      else 0 end`,
    fromCursor: asNumber,
    toCursor: ({ address }) => String(addressParts(address)),
  },
  exams: {
    expression: sql`cardinality(${branches.exams})`,
    fromCursor: asNumber,
    toCursor: ({ exam_available }) => String(exam_available.length),
  },
  phone: {
    expression: sql`coalesce(${branches.phone}, '') collate "es-x-icu"`,
    fromCursor: asText,
    toCursor: ({ phone }) => phone ?? '',
  },
};

function resolve(sort: BranchSort): { order: Order; descending: boolean } {
  const descending = sort.startsWith('-');
  const field = (descending ? sort.slice(1) : sort) as Field;
  return { order: orders[field], descending };
}

/** The ORDER BY of a sort; the id makes it total. */
export function orderBy(sort: BranchSort): SQL[] {
  const { order, descending } = resolve(sort);
  const direction = descending ? desc : asc;
  return [direction(order.expression), direction(byName), direction(branches.id)];
}

/** Where a branch stands in an order, as a cursor keeps it. */
export function cursorAt(sort: BranchSort, branch: Branch): Cursor {
  const key = JSON.stringify([resolve(sort).order.toCursor(branch), branch.name]);
  return { sort, key, id: branch.id };
}

/** The branches that come after a cursor in its order. */
export function after(sort: BranchSort, { key, id }: Cursor): SQL {
  const { order, descending } = resolve(sort);
  const [first, name] = JSON.parse(key) as [string, string];
  const comparison = descending ? sql`<` : sql`>`;
  return sql`(${order.expression}, ${byName}, ${branches.id}) ${comparison} (${order.fromCursor(first)}, ${asText(name)}, ${id})`;
}
