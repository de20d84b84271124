import { cloneEmptyDatabase } from '../product/client.ts';
import type { EmptyDatabase } from '../product/protocol.ts';

/** A `DATABASE_URL`; the tests' embedded PostgreSQL may listen on a socket. */
export function toDatabaseUrl({
  host = '',
  port,
  user = '',
  password,
  database = '',
}: EmptyDatabase['app']): string {
  const address = new URL(`postgres://localhost/${database}`);
  address.username = user;
  address.password = String(password);
  address.searchParams.set('host', host);
  address.searchParams.set('port', String(port));
  return address.href;
}

/** The settings by which programs use a migrated and empty database of their own. */
export async function emptyDatabaseSettings(): Promise<Record<string, string>> {
  const { app, owner } = await cloneEmptyDatabase();
  return { DATABASE_URL: toDatabaseUrl(app), DATABASE_OWNER_URL: toDatabaseUrl(owner) };
}
