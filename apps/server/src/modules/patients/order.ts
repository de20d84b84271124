import { type PatientSort, statusGroup } from '@simiente/contract/patient-filters';
import { sql } from 'drizzle-orm';
import { asText, keyset } from '../../platform/database/keyset.ts';
import { patients } from '../../schema/patients.ts';

/** What an order looks at in a row. */
export interface OrderedRow {
  readonly id: string;
  readonly name: string;
  readonly status: number | null;
  readonly createdAt: Date | null;
  readonly lastAccessAt: Date | null;
}

const instantKey = (instant: Date | null) => instant?.toISOString() ?? '-infinity';

export const { orderBy, after, cursorAt } = keyset<PatientSort, OrderedRow>(patients.id, {
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
    fromCursor: asText,
    toCursor: (row) => row.name,
  },
  status: {
    expression: sql`${patients.statusGroup}`,
    fromCursor: (key) => sql`${key}::smallint`,
    toCursor: (row) => String(statusGroup(row.status)),
  },
});
