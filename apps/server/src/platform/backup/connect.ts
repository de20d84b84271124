import type { Client, ClientConfig } from 'pg';
import { connect } from '../database/connections/connect.ts';

/** Settings that affect COPY text, so they must be equal when a backup is written, read and compared. */
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
 * A separate connection for a backup or its restoration. When `signal` aborts or the connection is lost, its
 * queries fail.
 */
export async function connectForBackup(owner: ClientConfig, signal: AbortSignal): Promise<Client> {
  signal.throwIfAborted();
  const client = await connect({ ...owner, application_name: 'simiente-backup', keepAlive: true });
  const disconnect = () => void client.end().catch(() => {});
  signal.addEventListener('abort', disconnect, { once: true });
  client.once('end', () => signal.removeEventListener('abort', disconnect));
  for (const setting of SETTINGS) await client.query(setting);
  return client;
}
