import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { FileStore } from '../../platform/storage/storage.ts';

/** What is filled with a demonstration, and with how much. */
export interface DemoTarget {
  readonly db: Database;
  readonly store: FileStore;
  /** How many. */
  readonly patients: number;
  /** The instant around which the appointments lie. */
  readonly now: Date;
}

/** Whether a record was ever in this database. */
export async function holdsRecords(transaction: Transaction): Promise<boolean> {
  const { rows } = await transaction.execute<{ some: boolean }>(
    sql`select exists (select from record_ids) as some`,
  );
  return rows[0]?.some === true;
}
