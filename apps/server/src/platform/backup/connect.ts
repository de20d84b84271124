import { Client, type ClientConfig } from 'pg';

/** What COPY text depends on; the same when a backup is written, read and compared. */
const SETTINGS = [
  `set timezone to 'UTC'`,
  `set datestyle to 'ISO, YMD'`,
  `set intervalstyle to 'postgres'`,
  `set bytea_output to 'hex'`,
  'set extra_float_digits to 1',
  `set client_encoding to 'UTF8'`,
  // A backup takes the time that it takes.
  'set statement_timeout to 0',
  'set idle_in_transaction_session_timeout to 0',
];

/**
 * A connection of its own for a backup or its restoration. When `signal` fires, or the connection is
 * lost, what is under way on it fails.
 */
export async function connectForBackup(owner: ClientConfig, signal: AbortSignal): Promise<Client> {
  signal.throwIfAborted();
  const client = new Client({ ...owner, application_name: 'simiente-backup', keepAlive: true });
  // A query under way reports it by itself.
  client.on('error', () => {});
  await client.connect();
  const leave = () => void client.end().catch(() => {});
  signal.addEventListener('abort', leave, { once: true });
  client.once('end', () => signal.removeEventListener('abort', leave));
  for (const setting of SETTINGS) await client.query(setting);
  return client;
}
