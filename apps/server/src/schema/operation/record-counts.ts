import { sql } from 'drizzle-orm';
import { bigint, boolean, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * Number of records outside the trash, by status group: the sum of all changes of a kind and group. Triggers add a
 * row for each statement's changes, in its transaction, so that transactions do not wait for each other over a
 * counter; a job merges rows.
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

/**
 * Number of patients and exams outside the trash, and of downloads of orders, by day: the sum of all changes of a
 * kind, day and type. Triggers add rows, as for `record_counts`.
 */
export const dayCounts = pgTable(
  'day_counts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: ['patient', 'exam', 'download'] }).notNull(),
    /** Day in UTC, so that a change of the clinic's zone does not matter; -infinity for patients without a date. */
    day: date({ mode: 'string' }).notNull(),
    /** Type of exams, as stored; empty for the other kinds. */
    type: text().notNull(),
    change: integer().notNull(),
    /** Whether a job merged it from several rows. */
    isSum: boolean().notNull().default(false),
  },
  (table) => [
    // The dashboard reads thousands of days, and the index has all columns that it needs.
    index('day_counts_by_day').on(table.kind, table.day, table.type, table.change),
    index('day_counts_to_sum').on(table.id).where(sql`not ${table.isSum}`),
  ],
);
