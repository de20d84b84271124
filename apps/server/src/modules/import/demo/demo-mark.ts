import { eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/storage/storage.ts';
import { installation } from '../../../schema/operation/installation.ts';

/** The key in `installation` of the mark of demo data. */
export const DEMO = 'demo';

/** Marks the data of this database as invented. */
export async function markDemo(transaction: Transaction): Promise<void> {
  await transaction
    .insert(installation)
    .values({ key: DEMO, value: { since: new Date().toISOString() } })
    .onConflictDoNothing();
}

/** Whether the data of this database are invented. */
export async function hasDemoData(db: Database | Transaction): Promise<boolean> {
  return (await db.$count(installation, eq(installation.key, DEMO))) > 0;
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
export async function hasRecords(transaction: Transaction): Promise<boolean> {
  const { rows } = await transaction.execute(sql`select from record_ids limit 1`);
  return rows.length > 0;
}
