import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { readInstant } from './instants.ts';

/** As PostgreSQL stores them: with fractions of each length, at the ends of years, and out of our form. */
const INSTANTS = [
  '2026-11-24 10:15:30+00',
  '2026-11-24 10:15:30.1+00',
  '2026-11-24 10:15:30.12+00',
  '2026-11-24 10:15:30.123+00',
  '2026-11-24 10:15:30.12345+00',
  '2026-12-31 23:59:59.999+00',
  '2024-02-29 00:00:00+00',
  '1969-12-31 23:59:59.5+00',
  '1000-01-01 00:00:00+00',
  '0999-12-31 23:59:59+00',
  '0044-03-15 12:00:00+00 BC',
  '12026-01-01 00:00:00+00',
  'infinity',
  '-infinity',
];

const SELECT = 'select unnest($1::timestamptz[]) as instant';

test('an instant is read as the driver reads it, and sent with the text that JavaScript writes', async () => {
  const { app, pool } = await createTestDatabase();
  const plain = new Client(app);
  await plain.connect();
  onTestFinished(() => plain.end());
  for (const zone of ['UTC', 'America/Mexico_City', 'Asia/Kolkata']) {
    const client = await pool.connect();
    onTestFinished(() => client.release(true));
    for (const one of [client, plain]) await one.query(`set timezone = '${zone}'`);
    const [ours, theirs] = [
      await client.query(SELECT, [INSTANTS]),
      await plain.query(SELECT, [INSTANTS]),
    ];
    expect(ours.rows, zone).toEqual(theirs.rows);
    expect(JSON.stringify(ours.rows), zone).toBe(JSON.stringify(theirs.rows));
  }
});

test('an instant in JSON is read as the same one in a row', async () => {
  const { pool } = await createTestDatabase();
  const { rows } = await pool.query(
    `select instant, to_json(instant) as cell from (${SELECT}) as all_of_them`,
    [INSTANTS],
  );
  expect(rows).toHaveLength(INSTANTS.length);
  for (const { instant, cell } of rows) {
    expect(readInstant(cell), cell).toEqual(instant);
    expect(JSON.stringify(readInstant(cell)), cell).toBe(JSON.stringify(instant));
  }
});
