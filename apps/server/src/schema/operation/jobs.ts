import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../columns.ts';

/** The recurring jobs of all processes: the last run, and when the next is due. */
export const jobs = pgTable('jobs', {
  name: text().primaryKey(),
  dueAt: instant().notNull(),
  startedAt: instant(),
  endedAt: instant(),
  /** The last run that ended well. */
  succeededAt: instant(),
  /** Runs since then that failed, or whose process died. */
  failures: integer().notNull().default(0),
  /** The name or code of the last error; its message could contain anything. */
  fault: text(),
  /** Figures of the last run that ended well; no names. */
  facts: jsonb().$type<Record<string, unknown>>(),
});
