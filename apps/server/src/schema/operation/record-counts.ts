import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * Changes of the number of records outside the trash, by kind and status group. The number is their sum. Triggers add a
 * row per statement, so that transactions do not wait for each other at a counter. A job merges rows.
 */
export const recordCounts = pgTable(
  'record_counts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: ['patient', 'prospect', 'exam_order'] }).notNull(),
    statusGroup: text().notNull(),
    change: integer().notNull(),
  },
  (table) => [index('record_counts_kind').on(table.kind)],
);
