import { randomUUID } from 'node:crypto';
import { Client, type ClientConfig, escapeIdentifier, escapeLiteral, type PoolConfig } from 'pg';
import { pino } from 'pino';
import { inject, onTestFinished } from 'vitest';
import { type DatabaseHandle, openDatabase } from '../platform/database/database.ts';
import { cloneDatabase } from './postgres.ts';

export interface TestDatabase extends DatabaseHandle {
  /** The role that the product works under. */
  readonly app: PoolConfig;
  /** The role that owns the tables. */
  readonly owner: PoolConfig;
}

/** A migrated, empty database for the running test (or, in a `beforeAll`, for the file). */
export async function createTestDatabase(
  whenDone: (cleanUp: () => Promise<void>) => void = onTestFinished,
): Promise<TestDatabase> {
  const { app: role, owner, drop } = await cloneDatabase(inject('testServer'));
  // A busy machine may open connections slowly; no test is about that.
  const app = { ...role, max: 5, connectionTimeoutMillis: 60_000 };
  const handle = openDatabase(app, pino({ level: 'silent' }));
  whenDone(async () => {
    await handle.close();
    await drop();
  });
  return { ...handle, app, owner };
}

/** Runs SQL as the role that owns the tables. */
export async function queryAsOwner<Row extends Record<string, unknown>>(
  { owner }: Pick<TestDatabase, 'owner'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new Client(owner);
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** The address of a database, under the role that owns the tables. */
export function toDatabaseUrl({ owner }: Pick<TestDatabase, 'owner'>): string {
  const { host, port, user, password, database } = owner;
  const address = new URL(`postgres://localhost/${database}`);
  address.username = String(user);
  address.password = String(password);
  address.searchParams.set('host', String(host));
  address.searchParams.set('port', String(port));
  return address.href;
}

/** Makes a database read-only, as an administrator would, or reverts that; earlier connections end. */
export async function setReadOnly(
  database: Pick<TestDatabase, 'owner'>,
  state: 'on' | 'off',
): Promise<void> {
  await queryAsOwner(
    database,
    `begin read write;
     do $$ begin execute format('alter database %I set default_transaction_read_only = ${state}', current_database()); end $$;
     commit`,
  );
  // The setting only applies to new connections, so the others are terminated.
  await queryAsOwner(
    database,
    `set default_transaction_read_only = off;
     select pg_terminate_backend(pid, 30000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );
}

/**
 * A new database, dropped at the end of the test.
 * @param owned by a role without other privileges, as in a managed PostgreSQL
 */
export async function createEmptyDatabase({ owned = false } = {}): Promise<{
  owner: ClientConfig;
  appRole: string;
}> {
  const server = inject('testServer');
  const name = `simiente_empty_${randomUUID()}`;
  const admin = { host: server.host, port: server.port, ...server.admin };
  const asAdmin = (text: string) =>
    queryAsOwner({ owner: { ...admin, database: 'postgres' } }, text);
  const database = escapeIdentifier(name);
  const password = randomUUID();
  if (owned) {
    await asAdmin(`create role ${database} login password ${escapeLiteral(password)}`);
    onTestFinished(async () => void (await asAdmin(`drop role ${database}`)));
  }
  await asAdmin(`create database ${database}${owned ? ` owner ${database}` : ''}`);
  onTestFinished(async () => void (await asAdmin(`drop database ${database} with (force)`)));
  const role = owned ? { user: name, password } : {};
  return { owner: { ...admin, ...role, database: name }, appRole: server.app.user };
}
