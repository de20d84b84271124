import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * How many records there are outside the bin, by status group: the sum of all changes of a kind and
 * group. Triggers add a row for what each statement changed, in its transaction, so that no transaction
 * waits for another over a figure; a job makes few rows of many.
 */
export const recordCounts = pgTable(
  'record_counts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: ['patient', 'prospect'] }).notNull(),
    statusGroup: text().notNull(),
    change: integer().notNull(),
  },
  (table) => [index('record_counts_kind').on(table.kind)],
);
