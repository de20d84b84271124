import { sql } from 'drizzle-orm';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { deletable, editable, importable, instant } from './columns.ts';

/** A person who wrote in from the landing page. */
export const prospects = pgTable(
  'prospects',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text(),
    phone: text(),
    /** Why they wrote. */
    reason: text(),
    status: text(),
    notes: text(),
    createdAt: instant(),
    createdSort: instant()
      .notNull()
      .generatedAlwaysAs(sql`coalesce(created_at, '-infinity'::timestamptz)`),
    searchText: text()
      .notNull()
      .generatedAlwaysAs(
        sql`fold_text(name || chr(10) || coalesce(email, '') || chr(10) || coalesce(reason, '') || chr(10)) || regexp_replace(coalesce(phone, ''), '\\D', '', 'g')`,
      ),
    ...editable(),
    ...deletable(),
    ...importable(),
  },
  (table) => [
    index('prospects_search')
      .using('gin', sql`${table.searchText} gin_trgm_ops`)
      .where(sql`${table.deletedAt} is null`),
    index('prospects_by_created')
      .on(table.createdSort, table.id)
      .where(sql`${table.deletedAt} is null`),
  ],
);
