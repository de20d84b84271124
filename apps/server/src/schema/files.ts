import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * Keys of files that are being stored. The row is deleted in the transaction that creates the file's record. A row
 * that remains means a file without a record, which a job removes.
 */
export const pendingFiles = pgTable('pending_files', {
  storageKey: text().primaryKey(),
  createdAt: instant().notNull().defaultNow(),
});

/** A stored file: its key, name, type, size and digest. */
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
  // For the WAL archive, which looks for recent files.
  (table) => [index('files_created').on(table.createdAt)],
);
