import { sql } from 'drizzle-orm';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { deletable, editable, importable } from './columns.ts';

export const doctors = pgTable(
  'doctors',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text(),
    specialties: text().array().notNull().default(sql`'{}'::text[]`),
    searchText: text()
      .notNull()
      .generatedAlwaysAs(sql`fold_text(name || chr(10) || coalesce(email, ''))`),
    ...editable(),
    ...deletable(),
    ...importable(),
  },
  (table) => [index('doctors_email').on(sql`lower(${table.email})`)],
);
