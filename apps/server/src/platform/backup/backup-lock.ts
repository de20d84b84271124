import { sql } from 'drizzle-orm';
import type { Client } from 'pg';
import type { Transaction } from '../database/database.ts';
import { StartupError } from '../postgres/startup-error.ts';

/**
 * Any number, the same in every process. A backup holds it exclusively: there is one at a time, and
 * what its snapshot names stays in the file store until it ends. Who removes a file from the store
 * holds it shared meanwhile.
 */
const BACKUP_LOCK = 7_303_018;

/**
 * Takes the lock until the connection ends, waiting for files that are being removed.
 * @throws StartupError when there is a backup under way already
 */
export async function takeBackupLock(client: Client): Promise<void> {
  // Two at once see each other here; who removes files holds the other one only for moments.
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1, 0) as taken',
    [BACKUP_LOCK],
  );
  if (rows[0]?.taken !== true) {
    throw new StartupError(
      'backup-running',
      'Ya se está haciendo otro respaldo: espera a que termine.',
    );
  }
  await client.query('select pg_advisory_lock($1)', [BACKUP_LOCK]);
}

/** Until the transaction ends no backup begins, and files may be removed; false while there is one. */
export async function mayRemoveFiles(transaction: Transaction): Promise<boolean> {
  const { rows } = await transaction.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(${BACKUP_LOCK}) as taken`,
  );
  return rows[0]?.taken === true;
}
