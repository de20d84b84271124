import { contract } from '@simiente/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { EVERY_RIGHT } from '../../testing/accounts/everybody.ts';
import { sharedApplication, TEST_OUTBOX } from '../../testing/application.ts';
import { queryAsOwner } from '../../testing/database.ts';
import { addCallRecords } from '../../testing/every-call/call-records.ts';
import { makeRequest, routes } from '../../testing/every-call/expected-calls.ts';
import { UNREACHABLE_MODEL } from '../../testing/reports/reports.ts';
import { testCalls } from '../../testing/requests.ts';

// As in production, only the presenters decide which columns an answer has.
const testApp = sharedApplication({
  languageModel: UNREACHABLE_MODEL,
  checkAnswers: false,
  staffRoles: EVERY_RIGHT,
  outbox: TEST_OUTBOX,
});

describe('a column that no presenter names', () => {
  const COLUMN = 'of_no_contract';
  const VALUE = 'value of no contract';

  beforeAll(async () => {
    const { database } = testApp();
    const tables = await queryAsOwner<{ name: string }>(
      database,
      `select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    expect(tables.length).toBeGreaterThan(20);
    const additions = tables.map(
      ({ name }) => `alter table "${name}" add ${COLUMN} text default '${VALUE}'`,
    );
    await queryAsOwner(database, additions.join(';'));
  });

  test.each(routes)('is in no answer of $name', async ({ name }) => {
    const records = await addCallRecords(testApp());
    const answer = await testApp().staff.request(await makeRequest(name, records));
    expect(answer.statusCode).toBe(200);
    expect(answer.body).not.toContain(COLUMN);
    expect(answer.body).not.toContain(VALUE);
  });
});

/** Every object within a JSON schema, with its path. */
function findObjects(
  schema: unknown,
  path: string,
): [string, { additionalProperties?: unknown }][] {
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.entries(schema).flatMap(([key, value]) =>
    findObjects(value, `${path}.${key}`),
  );
  return 'properties' in schema && 'type' in schema
    ? [[path, schema as { additionalProperties?: unknown }], ...inner]
    : inner;
}

describe('the contract’s answers', () => {
  test.each(testCalls(contract))('$name answers only declared fields', ({ output }) => {
    const objects = findObjects(z.toJSONSchema(output, { io: 'input' }), '');
    expect(objects.length).toBeGreaterThan(0);
    for (const [path, { additionalProperties }] of objects) {
      expect(additionalProperties, path).toBe(false);
    }
  });
});
