import { Client, escapeIdentifier, type PoolConfig } from 'pg';
import { pino } from 'pino';
import { inject, onTestFinished } from 'vitest';
import { type DatabaseHandle, openDatabase } from '../platform/database/database.ts';

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
  const server = inject('testServer');
  const name = `${server.template.replace('_template', '')}_${crypto.randomUUID().slice(0, 13)}`;
  const admin = { host: server.host, port: server.port, ...server.admin };
  const client = new Client({ ...admin, database: 'postgres' });
  await client.connect();
  await client.query(
    `create database ${escapeIdentifier(name)} template ${escapeIdentifier(server.template)}`,
  );
  await client.end();
  const app = { host: server.host, port: server.port, ...server.app, database: name, max: 5 };
  const handle = openDatabase(app, pino({ level: 'silent' }));
  whenDone(() => handle.close());
  return { ...handle, app, owner: { ...admin, database: name } };
}
