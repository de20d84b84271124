import { isNull, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  customType,
  index,
  integer,
  jsonb,
  text,
  timestamp,
  type UpdateDeleteAction,
} from 'drizzle-orm/pg-core';

/** An instant in milliseconds, like JavaScript's Date, so that a page cursor has exactly the stored instant. */
export const instant = () => timestamp({ precision: 3, withTimezone: true, mode: 'date' });

/** The primary key, which is the id of a row of another table. */
export const sharedKey = (id: () => AnyPgColumn, onDelete?: UpdateDeleteAction) =>
  text()
    .primaryKey()
    .references(id, onDelete && { onDelete });

/** The id of a row of another table. `onDelete` is the effect of its deletion on this row. */
export const refersTo = (id: () => AnyPgColumn, onDelete?: UpdateDeleteAction) =>
  text()
    .notNull()
    .references(id, onDelete && { onDelete });

export const editable = () => ({
  version: integer().notNull().default(1),
  insertedAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
});

/**
 * Columns of every row that can be deleted. `deletionId` is the same for all rows that were deleted together, so
 * that restoring a record restores its related rows and no others.
 */
export const deletable = () => ({
  deletedAt: instant(),
  deletedBy: text(),
  deletionId: text(),
});

/**
 * Columns of rows of a patient's record. After their days in the trash they are not purged but blocked, and kept as
 * long as the law requires.
 */
export const blockable = () => ({
  blockedAt: instant(),
});

/**
 * Columns of every imported row: the digest of its source record, and its version after the import. A later
 * version means that staff edited the row, and an import leaves it unchanged.
 */
export const importable = () => ({
  importDigest: text(),
  importedVersion: integer(),
});

/** The texts of invalid dates in the legacy system's export, by property. */
export type InvalidDates = Readonly<Record<string, string>>;

/** A column of every imported table with dates. */
export const importableDates = () => ({
  invalidDates: jsonb().$type<InvalidDates>(),
});

/** A date that is never null, so that lists have a total order: a missing one is the oldest. */
export const sortDate = (column: 'created_at' | 'last_access_at') =>
  instant()
    .notNull()
    .generatedAlwaysAs(sql.raw(`coalesce(${column}, '-infinity'::timestamptz)`));

/** The index of a search in rows outside the trash. */
export const searchIndex = (
  name: string,
  { searchText, deletedAt }: { searchText: AnyPgColumn; deletedAt: AnyPgColumn },
) => index(name).using('gin', sql`${searchText} gin_trgm_ops`).where(isNull(deletedAt));

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** JSON without Drizzle's second parsing, which turns the text '-1' into a number. */
export const exactJson = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => value,
});
