import { customType, integer, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * An instant to the millisecond, which is what JavaScript's Date holds: a page cursor made from one
 * reads back as exactly the same instant.
 */
export function instant(name?: string) {
  return name === undefined
    ? timestamp({ precision: 3, withTimezone: true, mode: 'date' })
    : timestamp(name, { precision: 3, withTimezone: true, mode: 'date' });
}

/** What every row that people edit carries: when it was written, and how many times. */
export const editable = () => ({
  version: integer().notNull().default(1),
  insertedAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
});

/**
 * What every row that people delete carries. `deletionId` is the same for all that went to the bin
 * together, so that what hung on a record comes back with it and nothing else does.
 */
export const deletable = () => ({
  deletedAt: instant(),
  deletedBy: text(),
  deletionId: text(),
});

/**
 * What every row of a patient's record carries that people delete. It is never purged with the bin:
 * once it has been there for its days it is blocked, and kept for as long as the law has it kept.
 */
export const blockable = () => ({
  blockedAt: instant(),
});

/**
 * What every imported row carries: the digest of the record it was made from, and the version it
 * had then. A later version means that staff edited it since, and an import leaves it alone.
 */
export const importable = () => ({
  importDigest: text(),
  importedVersion: integer(),
});

/**
 * JSON as it was written. Drizzle's own reads a text a second time, which makes a number of the
 * text '-1'.
 */
export const exactJson = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => value,
});
