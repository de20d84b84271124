import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../columns.ts';

/**
 * A requested export of a list, until the browser fetches it: its filters may contain a name, which must
 * not be in a URL.
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
