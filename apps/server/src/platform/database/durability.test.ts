import { expect, test } from 'vitest';
import { asOwner, createTestDatabase } from '../../testing/database.ts';
import { findUnsafeSettings } from './durability.ts';

test('T-G3: a setting that is off for our connections is found, and none where all are on', async () => {
  const database = await createTestDatabase();
  // That of the tests forgoes what takes a restart; this one is each connection's own.
  const asApp = async () =>
    (await findUnsafeSettings(database.pool)).includes('synchronous_commit');
  expect(await asApp()).toBe(false);
  const name = String(database.owner.database);
  await asOwner(database, `alter database "${name}" set synchronous_commit = off`);
  const { Pool } = await import('pg');
  const fresh = new Pool(database.app);
  try {
    expect(await findUnsafeSettings(fresh)).toContain('synchronous_commit');
  } finally {
    await fresh.end();
  }
});
