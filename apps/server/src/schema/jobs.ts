import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** What is done again and again, whichever process does it: when it was last done, and when it is due. */
export const jobs = pgTable('jobs', {
  name: text().primaryKey(),
  dueAt: instant().notNull(),
  startedAt: instant(),
  endedAt: instant(),
  /** The last run that ended well. */
  succeededAt: instant(),
  /** Runs since then that did not: they failed, or their process did not live to end them. */
  failures: integer().notNull().default(0),
  /** The name or code of what went wrong last; its message could hold anything. */
  fault: text(),
  /** What the last run that ended well did: counts, no names. */
  facts: jsonb().$type<Record<string, unknown>>(),
});
