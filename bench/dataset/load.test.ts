import { createTestDatabase, queryAsOwner } from '@simiente/server/testing/database';
// The provided values are declared there.
import type {} from '@simiente/server/testing/global-setup';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadDatabase } from './load.ts';
import { tableRows } from './records.ts';
import { scaleFor } from './scale.ts';
import { columnsByTable } from './tables.ts';

const scale = { ...scaleFor(120), partners: 20 };
const indexes = `select indexname as name, indexdef as definition from pg_indexes
  where schemaname = 'public' order by 1`;

describe('the database of a measurement', () => {
  let find: <Row extends Record<string, unknown>>(text: string) => Promise<Row[]>;
  let indexesBefore: unknown;
  const cleanUps: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const database = await createTestDatabase((cleanUp) => cleanUps.push(cleanUp));
    find = (text) => queryAsOwner(database, text);
    indexesBefore = await find(indexes);
    const client = new Client(database.owner);
    await client.connect();
    await loadDatabase(client, scale, () => {});
    await client.end();
  });

  afterAll(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });

  test('holds every generated row', async () => {
    const expected = [...tableRows(scale)];
    for (const table of Object.keys(columnsByTable)) {
      const rows = await find(`select count(*)::int as count from ${table}`);
      expect(rows, table).toEqual([{ count: expected.filter(([name]) => name === table).length }]);
    }
  });

  test('has one stored count for each kind, day and type', async () => {
    const counted = 'kind, day, type from day_counts';
    expect(await find(`select ${counted} group by 1, 2, 3 having count(*) > 1`)).toEqual([]);
    expect(await find(`select ${counted} limit 1`)).toHaveLength(1);
  });

  test('has each record in the registry of ids', async () => {
    const tables = Object.entries(columnsByTable)
      .filter(([table, columns]) => columns.startsWith('id,') && table !== 'report_versions')
      .map(([table]) => `select id from ${table}`)
      .join(' union all ');
    expect(await find(`(${tables}) except select id from record_ids`)).toEqual([]);
    expect(await find(`select id from record_ids except (${tables})`)).toEqual([]);
  });

  test('has no two appointments of a doctor at the same time', async () => {
    const [counts] = await find(`select count(*) filter (where double_booked)::int as double_booked,
      count(*) filter (where starts_at is not null and ends_at is null)::int as without_end,
      count(*) filter (where ends_at > starts_at)::int as valid from doctor_appointments`);
    expect(counts).toMatchObject({ double_booked: 0, without_end: 0 });
    expect(counts?.valid).toBeGreaterThan(100);
  });

  test('has its indexes', async () => {
    expect(await find(indexes)).toEqual(indexesBefore);
  });

  test('returns the rows as they were written', async () => {
    const [, sample] = [...tableRows(scale)].find(([table]) => table === 'report_versions') ?? [];
    const [id, , , , , text] = sample ?? [];
    const read = `select text, in_force_id as id from report_versions v join reports r using (patient_id, kind)
      where v.id = '${id}'`;
    expect(await find(read)).toEqual([{ text, id }]);
    expect(
      await find(`select jsonb_typeof(address) as type from branches group by 1 order by 1`),
    ).toEqual([{ type: 'object' }, { type: 'string' }]);
  });
});
