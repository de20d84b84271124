import { sql } from 'drizzle-orm';
import { bigint, boolean, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core';

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

/**
 * Changes of the number of patients and exams outside the trash, and of downloads of orders, by day and type. The number
 * is their sum, as in `record_counts`.
 */
export const dayCounts = pgTable(
  'day_counts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: ['patient', 'exam', 'download'] }).notNull(),
    /** In the clinic's time zone; -infinity for patients without a date. */
    day: date({ mode: 'string' }).notNull(),
    /** Type of exams, as stored; empty for the other kinds. */
    type: text().notNull(),
    change: integer().notNull(),
    /** Whether a job merged it from several rows. */
    isSum: boolean().notNull().default(false),
  },
  (table) => [
    // Has all columns that the dashboard needs, because it reads thousands of days.
    index('day_counts_by_day').on(table.kind, table.day, table.type, table.change),
    index('day_counts_to_sum').on(table.id).where(sql`not ${table.isSum}`),
  ],
);
