import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createTestDatabase, queryAsOwner } from '../../../testing/database.ts';
import { openDatabase } from '../database.ts';
import { findUnsafeSettings } from './connect.ts';

test('T-G3: a durability setting that is off for our connections is detected', async () => {
  const database = await createTestDatabase();
  // The tests' server is started with fsync off; this setting is per connection.
  const isReported = async () =>
    (await findUnsafeSettings(database.pool)).includes('synchronous_commit');
  expect(await isReported()).toBe(false);
  const name = String(database.owner.database);
  await queryAsOwner(database, `alter database "${name}" set synchronous_commit = off`);
  const fresh = openDatabase(database.app, pino({ level: 'silent' }));
  try {
    expect(await findUnsafeSettings(fresh.pool)).toContain('synchronous_commit');
  } finally {
    await fresh.close();
  }
});
