import type { RecordKind } from '@simiente/contract/common/record-kinds';
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { exactJson, instant } from '../columns.ts';

/** Facts about the database, such as that it has demo data. */
export const installation = pgTable('installation', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
});

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    actorId: text().notNull(),
    key: text().notNull(),
    requestDigest: text().notNull(),
    answer: exactJson().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.actorId, table.key] })],
);

/** The recurring jobs of all processes: the last run, and the next due time. */
export const jobs = pgTable('jobs', {
  name: text().primaryKey(),
  dueAt: instant().notNull(),
  startedAt: instant(),
  endedAt: instant(),
  /** End of the last successful run. */
  succeededAt: instant(),
  /** Number of failed runs since the last successful one, including those whose process died. */
  failures: integer().notNull().default(0),
  /** The name or code of the last error, because its message could contain anything. */
  fault: text(),
  /** Facts of the last successful run; no names. */
  facts: jsonb().$type<Record<string, unknown>>(),
});

/** Requested exports, until the browser downloads them. Filters may contain names, which must not be in a URL. */
export const listExports = pgTable(
  'list_exports',
  {
    id: text().primaryKey(),
    staffId: text().notNull(),
    list: text().notNull(),
    filters: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [index('list_exports_by_created').on(table.createdAt)],
);

/**
 * The ids of all records, including purged ones. A trigger on each table adds them, so that an id is never reused, and a
 * deletion can refer to a record of any kind.
 */
export const recordIds = pgTable('record_ids', {
  id: text().primaryKey(),
  kind: text().$type<RecordKind>().notNull(),
});
