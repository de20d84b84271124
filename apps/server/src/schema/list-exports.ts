import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * A list that somebody asked to have as a file, for the moment until the browser fetches it: its
 * filters may hold somebody's name, and stay out of addresses.
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
