import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';

/** Facts about this database as a whole, for instance that it holds demo data. */
export const installation = pgTable('installation', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
});
