import { sql } from 'drizzle-orm';
import type { Client } from 'pg';
import type { Transaction } from '../database/database.ts';
import { LOCKS } from '../database/locks.ts';
import { StartupError } from '../system-errors.ts';

/**
 * Takes the lock until the connection ends, waiting for files that are being removed.
 * @throws StartupError while another backup is running
 */
export async function takeBackupLock(client: Client): Promise<void> {
  // A second backup is visible here; a process that removes files holds the other lock only for moments.
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1, 0) as taken',
    [LOCKS.backup],
  );
  if (rows[0]?.taken !== true) {
    throw new StartupError(
      'backup-running',
      'Ya se está haciendo otro respaldo: espera a que termine.',
    );
  }
  await client.query('select pg_advisory_lock($1)', [LOCKS.backup]);
}

/**
 * Locks out backups until the transaction ends, so that files may be removed; false while a backup is
 * running.
 */
export async function mayRemoveFiles(transaction: Transaction): Promise<boolean> {
  const { rows } = await transaction.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(${LOCKS.backup}) as taken`,
  );
  return rows[0]?.taken === true;
}
