import type { ProspectSort } from '@simiente/contract/prospect-filters';
import { sql } from 'drizzle-orm';
import { asText, keyset } from '../../platform/database/keyset.ts';
import { prospects } from '../../schema/prospects.ts';

/** What an order looks at in a row. */
interface OrderedRow {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date | null;
  readonly statusGroup: string | null;
  readonly reasonStart: string;
}

/** A motivo may be of any length: what it begins with puts it in order. */
const reasonStart = sql<string>`left(coalesce(${prospects.reason}, ''), 200)`;

/** The columns that only an order needs. */
export const orderColumns = { statusGroup: prospects.statusGroup, reasonStart };

export const { orderBy, after, cursorAt } = keyset<ProspectSort, OrderedRow>(prospects.id, {
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
});
