import { setTimeout as delay } from 'node:timers/promises';
import type { Client, ClientBase, ClientConfig } from 'pg';
import { connect } from '../database/connections/connect.ts';
import { StartupError } from '../system-errors.ts';

/** Settings that change COPY text: the same when a backup is written, read and compared. */
const SETTINGS = [
  `set timezone to 'UTC'`,
  `set datestyle to 'ISO, YMD'`,
  `set intervalstyle to 'postgres'`,
  `set bytea_output to 'hex'`,
  'set extra_float_digits to 1',
  `set client_encoding to 'UTF8'`,
  // A backup has no time limit.
  'set statement_timeout to 0',
  'set idle_in_transaction_session_timeout to 0',
];

/**
 * A separate connection for a backup or its restoration. When `signal` aborts or the connection is lost,
 * its queries fail.
 */
export async function connectForBackup(owner: ClientConfig, signal: AbortSignal): Promise<Client> {
  signal.throwIfAborted();
  const client = await connect({ ...owner, application_name: 'simiente-backup', keepAlive: true });
  const leave = () => void client.end().catch(() => {});
  signal.addEventListener('abort', leave, { once: true });
  client.once('end', () => signal.removeEventListener('abort', leave));
  for (const setting of SETTINGS) await client.query(setting);
  return client;
}

/** Milliseconds for a standby to replay the primary's log. */
const CATCH_UP = 60_000;
const CHECK_EVERY = 100;

/**
 * Waits until a standby has everything that the primary had written, so that the backup is current and names no file
 * that was removed before.
 * @throws StartupError when it follows another primary, or does not catch up
 */
export async function waitForStandby(
  primary: Client,
  standby: Client,
  signal: AbortSignal,
): Promise<void> {
  const [ours, theirs] = [await identify(primary), await identify(standby)];
  // A former primary that was promoted elsewhere goes on without this one's changes.
  if (ours.database !== theirs.database || !theirs.recovering) {
    throw new StartupError(
      'backup-foreign-standby',
      'BACKUP_DATABASE_URL no es una réplica de la base de DATABASE_URL: revisa la dirección.',
    );
  }
  const { rows } = await primary.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn');
  const deadline = Date.now() + CATCH_UP;
  for (;;) {
    const answer = await standby.query<{ has: boolean }>(
      'select pg_last_wal_replay_lsn() >= $1::pg_lsn as has',
      [rows[0]?.lsn],
    );
    if (answer.rows[0]?.has === true) return;
    if (Date.now() > deadline) {
      throw new StartupError(
        'backup-standby-behind',
        'La réplica de BACKUP_DATABASE_URL lleva más de un minuto de retraso: revisa la replicación, o respalda sin ella.',
      );
    }
    await delay(CHECK_EVERY, undefined, { signal });
  }
}

/** A server's database, apart from copies of it. */
interface ServerIdentity {
  /** Identifies the cluster: a primary and its standbys share it. */
  readonly database: string;
  /** Whether it is a standby, or recovers. */
  readonly recovering: boolean;
}

async function identify(client: Pick<ClientBase, 'query'>): Promise<ServerIdentity> {
  const { rows } = await client.query<ServerIdentity>(
    `select system_identifier || ' ' || oid as database, pg_is_in_recovery() as recovering
       from pg_control_system(), pg_database where datname = current_database()`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('A connection has a database');
  return row;
}
