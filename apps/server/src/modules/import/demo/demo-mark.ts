import { eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/storage/storage.ts';
import { installation } from '../../../schema/operation/installation.ts';

/** The key of the mark in `installation`. */
export const DEMO = 'demo';

/** Marks the data of this database as invented. */
export async function markDemo(transaction: Transaction): Promise<void> {
  await transaction
    .insert(installation)
    .values({ key: DEMO, value: { since: new Date().toISOString() } })
    .onConflictDoNothing();
}

/** Whether the data of this database are invented. */
export async function holdsDemo(db: Database | Transaction): Promise<boolean> {
  const found = await db
    .select({ key: installation.key })
    .from(installation)
    .where(eq(installation.key, DEMO));
  return found.length > 0;
}

/** The database and store to fill, and the amount of data. */
export interface DemoTarget {
  readonly db: Database;
  readonly store: FileStore;
  readonly patients: number;
  /** The instant around which the appointments lie. */
  readonly now: Date;
}

/** Whether the database has or ever had a record. */
export async function holdsRecords(transaction: Transaction): Promise<boolean> {
  const { rows } = await transaction.execute<{ some: boolean }>(
    sql`select exists (select from record_ids) as some`,
  );
  return rows[0]?.some === true;
}
