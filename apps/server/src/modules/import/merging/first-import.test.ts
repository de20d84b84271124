import { Client } from 'pg';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { LISTENER_NAME } from '../../../platform/database/connections/listener.ts';
import { openDatabase } from '../../../platform/database/database.ts';
import { asOwner, createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { addPatient } from '../../../testing/records.ts';
import { importExport } from '../import-export.ts';
import { exportFile, operator, smallExport, snapshot } from '../testing/exports.ts';

/** An import under the role that owns the tables. */
async function importAsOwner(database: TestDatabase, content: unknown) {
  const { db, close } = openDatabase(database.owner, pino({ level: 'silent' }));
  try {
    return await importExport({ source: await exportFile(content), db, act: operator });
  } finally {
    await close();
  }
}

/** The definition and state of every index and constraint. */
async function promises(database: TestDatabase): Promise<string[]> {
  const rows = await asOwner<{ promise: string }>(
    database,
    `select concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, indisready, indislive,
                      pg_get_userbyid(relowner)) as promise
       from pg_index join pg_class on pg_class.oid = indexrelid
      where relnamespace = 'public'::regnamespace
     union all
     select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
       from pg_constraint where connamespace = 'public'::regnamespace
      order by 1`,
  );
  return rows.map(({ promise }) => promise);
}

const indexOf = async (database: TestDatabase, name: string) =>
  (await asOwner(database, 'select $1::regclass::oid as oid', [name]))[0]?.oid;

test('a first import restores every index and constraint, and stores the same rows as any other import', async () => {
  const database = await createTestDatabase();
  const before = await promises(database);
  const index = await indexOf(database, 'patients_search');
  const report = await importAsOwner(database, smallExport());
  expect(await indexOf(database, 'patients_search')).not.toBe(index);
  expect(await promises(database)).toEqual(before);

  const other = await createTestDatabase();
  const source = await exportFile(smallExport());
  expect(await importExport({ source, db: other.db, act: operator })).toEqual(report);
  const [mine, theirs] = await Promise.all([snapshot(database.db), snapshot(other.db)]);
  expect(withoutTimes(mine)).toEqual(withoutTimes(theirs));
});

/** The rows without what says when they were written. */
function withoutTimes(tables: Readonly<Record<string, readonly string[]>>) {
  const written = /"(at|(inserted|updated|arrived|pending)_at)": "[^"]+"/g;
  return Object.entries(tables).map(([name, rows]) => [
    name,
    rows.map((row) => row.replaceAll(written, '')).sort(),
  ]);
}

test('a failed first import restores them too', async () => {
  const database = await createTestDatabase();
  const before = await promises(database);
  await asOwner(
    database,
    `create function refuse() returns trigger language plpgsql as
       $$ begin raise exception 'no'; end $$;
     create trigger refuse before insert on prospects for each row execute function refuse()`,
  );
  await expect(importAsOwner(database, smallExport())).rejects.toThrow();
  expect(await promises(database)).toEqual(before);
});

test('an import into tables with patients drops nothing', async () => {
  const database = await createTestDatabase();
  await addPatient(database.db);
  const index = await indexOf(database, 'patients_search');
  await importAsOwner(database, smallExport());
  expect(await indexOf(database, 'patients_search')).toBe(index);
});

test('an import beside a running server drops nothing', async () => {
  const database = await createTestDatabase();
  const index = await indexOf(database, 'patients_search');
  const server = new Client({ ...database.app, application_name: LISTENER_NAME });
  await server.connect();
  onTestFinished(() => server.end());
  const { tallies } = await importAsOwner(database, smallExport());
  expect(tallies.patient.created).toBe(2);
  expect(await indexOf(database, 'patients_search')).toBe(index);
});

test('an import drops nothing while another transaction holds the tables', async () => {
  const database = await createTestDatabase();
  const index = await indexOf(database, 'patients_search');
  const reader = await database.pool.connect();
  onTestFinished(() => reader.release());
  await reader.query('begin');
  await reader.query('select from patients');
  const { tallies } = await importAsOwner(database, smallExport());
  expect(tallies.patient.created).toBe(2);
  await reader.query('commit');
  expect(await indexOf(database, 'patients_search')).toBe(index);
});
