import type { RecordKind } from '@simiente/contract/common/record-kinds';
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { exactJson, instant } from '../columns.ts';

/** Facts about this database as a whole, such as that it has demo data. */
export const installation = pgTable('installation', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
});

/** The answer to a change with an Idempotency-Key. */
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
  /** The last run that ended well. */
  succeededAt: instant(),
  /** Number of runs since then that failed, or whose process died. */
  failures: integer().notNull().default(0),
  /** The name or code of the last error, because its message could contain anything. */
  fault: text(),
  /** Facts of the last successful run; no names. */
  facts: jsonb().$type<Record<string, unknown>>(),
});

/**
 * A requested export of a list, until the browser fetches it: its filters may contain a name, which must not be in
 * a URL.
 */
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
 * Every id that a record of any kind has or had. A trigger on each table fills it, so that an id is never reused,
 * and a deletion can refer to any kind.
 */
export const recordIds = pgTable('record_ids', {
  id: text().primaryKey(),
  kind: text().$type<RecordKind>().notNull(),
});
