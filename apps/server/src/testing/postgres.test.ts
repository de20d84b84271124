import { expect, test } from 'vitest';
import { findUnsafeSettings } from '../platform/database/connections/connect.ts';
import { createTestDatabase } from './database.ts';

test.skipIf(process.env.TEST_DATABASE_URL)(
  'the tests’ own PostgreSQL runs without durability',
  async () => {
    const database = await createTestDatabase();
    expect(await findUnsafeSettings(database.pool)).toEqual(['fsync', 'full_page_writes']);
  },
);
