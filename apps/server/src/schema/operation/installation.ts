import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';

/** Facts about this database as a whole, such as that it has demo data. */
export const installation = pgTable('installation', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
});
