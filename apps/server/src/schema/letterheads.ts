import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { files } from './files.ts';

/** The clinic's data on its papers. A change adds a row, so that a signed paper keeps its letterhead and logo. */
export const letterheads = pgTable('letterheads', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** 1, 2, 3 …; the highest is in force. */
  version: integer().notNull().unique('letterheads_version'),
  name: text().notNull(),
  address: text(),
  licence: text(),
  logoId: text().references(() => files.id),
  changedAt: instant().notNull().defaultNow(),
  changedBy: text(),
});
