import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { LOCKS } from '../../platform/database/locks.ts';

/** Until the transaction ends this one imports and no other; false when another one does already. */
export async function takeImportLock(transaction: Transaction): Promise<boolean> {
  const { rows } = await transaction.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(${LOCKS.import}) as taken`,
  );
  return rows[0]?.taken === true;
}

/** The same, waiting for the other one to end. */
export async function awaitImportLock(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.import})`);
}
