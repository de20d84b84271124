import { Client, type PoolConfig } from 'pg';
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
  const handle = openDatabase({ ...app, max: 5 }, pino({ level: 'silent' }));
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
