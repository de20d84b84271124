import { randomUUID } from 'node:crypto';
import { Client, type ClientConfig, escapeIdentifier, escapeLiteral, type PoolConfig } from 'pg';
import { pino } from 'pino';
import { inject, onTestFinished } from 'vitest';
import { type DatabaseHandle, openDatabase } from '../platform/database/database.ts';
import { cloneDatabase } from './postgres.ts';

export interface TestDatabase extends DatabaseHandle {
  /** The application's role: what the product works under. */
  readonly app: PoolConfig;
  /** The role that owns the tables. */
  readonly owner: PoolConfig;
}

/** A migrated, empty database for the running test (or, in a `beforeAll`, for the file) alone. */
export async function createTestDatabase(
  whenDone: (cleanUp: () => Promise<void>) => void = onTestFinished,
): Promise<TestDatabase> {
  const { app, owner } = await cloneDatabase(inject('testServer'));
  // A busy machine takes its time to open a connection; no test is about that here.
  const unhurried = { max: 5, connectionTimeoutMillis: 60_000 };
  const handle = openDatabase({ ...app, ...unhurried }, pino({ level: 'silent' }));
  whenDone(() => handle.close());
  return { ...handle, app: { ...app, max: 5 }, owner };
}

/** Runs SQL as the role that owns the tables. */
export async function asOwner<Row extends Record<string, unknown>>(
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

/**
 * A database that nothing was ever done to, dropped when the test is over.
 * @param owned by a role that may do nothing more, as where somebody else runs PostgreSQL
 */
export async function createEmptyDatabase({ owned = false } = {}): Promise<{
  owner: ClientConfig;
  appRole: string;
}> {
  const server = inject('testServer');
  const name = `simiente_empty_${randomUUID()}`;
  const admin = { host: server.host, port: server.port, ...server.admin };
  const inAdmin = (text: string) => asOwner({ owner: { ...admin, database: 'postgres' } }, text);
  const database = escapeIdentifier(name);
  const password = randomUUID();
  if (owned) {
    await inAdmin(`create role ${database} login password ${escapeLiteral(password)}`);
    onTestFinished(async () => void (await inAdmin(`drop role ${database}`)));
  }
  await inAdmin(`create database ${database}${owned ? ` owner ${database}` : ''}`);
  onTestFinished(async () => void (await inAdmin(`drop database ${database} with (force)`)));
  const role = owned ? { user: name, password } : {};
  return { owner: { ...admin, ...role, database: name }, appRole: server.app.user };
}
