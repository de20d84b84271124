import type { BranchTimeZone } from '@simiente/contract/branches/time-zones';
import { isNotNull, isNull, sql } from 'drizzle-orm';
import { boolean, doublePrecision, index, pgTable, text } from 'drizzle-orm/pg-core';
import { deletable, editable, exactJson, importable, refersTo, searchIndex } from './columns.ts';
import { files } from './files.ts';

/** A clinic, laboratory or hospital. Its id is its subdomain. */
export const partners = pgTable(
  'partners',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    country: text(),
    type: text(),
    website: text(),
    logoUrl: text(),
    loginLogoId: text().references(() => files.id),
    navLogoId: text().references(() => files.id),
    landingLogoId: text().references(() => files.id),
    utmAvailable: boolean().notNull().default(false),
    /** Time zone of a laboratory's times without an offset; null means the clinic's. */
    timeZone: text(),
    exams: text().array().notNull().default(sql`'{}'::text[]`),
    searchText: text().notNull().generatedAlwaysAs(sql`fold_text(name)`),
    ...editable(),
    ...deletable(),
    ...importable(),
  },
  (table) => [
    searchIndex('partners_search', table),
    index('partners_by_name')
      .on(sql`${table.name} collate "es-x-icu"`, table.id)
      .where(isNull(table.deletedAt)),
    index('partners_deleted').on(table.deletedAt).where(isNotNull(table.deletedAt)),
  ],
);

/** One text, or named parts, as clients send it. */
export type Address = string | Record<string, string>;

/** A location of a partner where exams are made. */
export const branches = pgTable(
  'branches',
  {
    id: text().primaryKey(),
    partnerId: refersTo(() => partners.id),
    name: text().notNull(),
    address: exactJson().$type<Address>(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    phone: text(),
    state: text(),
    website: text(),
    zip: text(),
    /** Codes of the catalogue, or names from a legacy record. */
    exams: text().array().notNull().default(sql`'{}'::text[]`),
    utm: boolean().notNull().default(false),
    /** Null to derive the time zone from the state and position. */
    timeZone: text().$type<BranchTimeZone>(),
    searchText: text()
      .notNull()
      .generatedAlwaysAs(
        sql`fold_text(name || chr(10) || coalesce(state, '') || chr(10) || coalesce(address_text(address), '') || chr(10)) || regexp_replace(coalesce(phone, ''), '\\D', '', 'g')`,
      ),
    ...editable(),
    ...deletable(),
    ...importable(),
  },
  (table) => [
    index('branches_partner').on(table.partnerId, table.id),
    // The dashboard reads from this index alone since when each laboratory has a branch.
    index('branches_began')
      .on(table.partnerId, table.importDigest, table.insertedAt)
      .where(isNull(table.deletedAt)),
    index('branches_deleted').on(table.deletedAt).where(isNotNull(table.deletedAt)),
    searchIndex('branches_search', table),
  ],
);
