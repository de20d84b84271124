import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { deletable, editable, importable } from './columns.ts';

/** A clinic, laboratory or hospital. Its id is its subdomain. */
export const partners = pgTable('partners', {
  id: text().primaryKey(),
  name: text().notNull(),
  country: text(),
  type: text(),
  website: text(),
  logoUrl: text(),
  utmAvailable: boolean().notNull().default(false),
  exams: text().array().notNull().default(sql`'{}'::text[]`),
  searchText: text().notNull().generatedAlwaysAs(sql`fold_text(name)`),
  ...editable(),
  ...deletable(),
  ...importable(),
});

/** An address arrives as one text or as an object of named parts. */
export type Address = string | Record<string, string>;

/** A place where a partner makes studies. */
export const branches = pgTable(
  'branches',
  {
    id: text().primaryKey(),
    partnerId: text()
      .notNull()
      .references(() => partners.id),
    name: text().notNull(),
    address: jsonb().$type<Address>(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    phone: text(),
    state: text(),
    website: text(),
    zip: text(),
    /** Codes of the catalogue, or names where the legacy record had names. */
    exams: text().array().notNull().default(sql`'{}'::text[]`),
    utm: boolean().notNull().default(false),
    searchText: text()
      .notNull()
      .generatedAlwaysAs(sql`fold_text(name || chr(10) || coalesce(state, ''))`),
    ...editable(),
    ...deletable(),
    ...importable(),
  },
  (table) => [index('branches_partner').on(table.partnerId, table.id)],
);
