import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * Keys of files that are being stored. The row is deleted in the transaction that creates the file's record. Files of
 * rows that remain have no record, and a job removes them.
 */
export const pendingFiles = pgTable('pending_files', {
  storageKey: text().primaryKey(),
  createdAt: instant().notNull().defaultNow(),
});

/** A stored file: its key, and the result of its check. */
export const files = pgTable(
  'files',
  {
    id: text().primaryKey(),
    storageKey: text().notNull().unique(),
    name: text().notNull(),
    mediaType: text().notNull(),
    /** Bytes. */
    size: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
    createdBy: text(),
  },
  // For the newest files, which are archived first.
  (table) => [index('files_created').on(table.createdAt)],
);
