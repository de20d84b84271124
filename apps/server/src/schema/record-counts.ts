import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * How many records are not in the trash, by status group: the sum of all changes of a kind and group.
 * Triggers add a row for each statement's changes, in its transaction, so that no transaction waits for
 * another over a counter; a job merges rows.
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
