import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * Keys of the store that are about to hold a file. The row goes in the transaction in which the file
 * gets a record, so what is left here belongs to nobody, and is swept away.
 */
export const pendingFiles = pgTable('pending_files', {
  storageKey: text().primaryKey(),
  createdAt: instant().notNull().defaultNow(),
});

/** A file of ours: where its bytes are in the store, and what was found out about them on arrival. */
export const files = pgTable('files', {
  id: text().primaryKey(),
  storageKey: text().notNull().unique(),
  name: text().notNull(),
  mediaType: text().notNull(),
  /** Bytes. */
  size: bigint({ mode: 'number' }).notNull(),
  sha256: text().notNull(),
  createdAt: instant().notNull().defaultNow(),
  createdBy: text(),
});
