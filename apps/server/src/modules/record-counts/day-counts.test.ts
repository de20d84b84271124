import { type SQL, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { forLength } from '../../../../../scripts/test-length.mjs';
import type { Database } from '../../platform/database/database.ts';
import { startApplication } from '../../testing/application.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { LONG_WAIT } from '../../testing/long-wait.ts';
import { addBranch, addPartner } from '../../testing/records.ts';
import { sumDays } from './public.ts';

/** Differences between stored and actual counts, in one snapshot. */
async function differences(db: Database): Promise<unknown[]> {
  const { rows } = await db.execute(sql`
    select kind, day::text, type, sum(count)::int as missing from (
      select 'patient' as kind, clinic_day(created_sort) as day, '' as type, 1 as count
        from patients where deleted_at is null
      union all select 'exam', clinic_day(created_at), type, 1
        from exams where deleted_at is null and created_at is not null
      union all select 'download', clinic_day(at), '', 1 from exam_order_downloads
      union all select kind, day, type, -change from day_counts) as every
    group by kind, day, type having sum(count) <> 0`);
  return rows;
}

/** One action; `which` chooses the record, `hour` its instant. */
interface Step {
  readonly act: keyof typeof statements | 'sum' | 'roll back' | 'recount';
  readonly which: number;
  readonly hour: number;
}

const at = (hour: number) =>
  hour % 7 === 0
    ? sql`null::timestamptz`
    : sql`(timestamptz '2026-09-06T00:00Z' + ${hour} * interval '1 hour')`;
/** One of the first records, if there are any. An id is used once. */
const selectOne = (table: string, index: number) =>
  sql`(select id from ${sql.identifier(table)} order by id limit 1 offset ${index})`;
const patient = (index: number) => selectOne('patients', index % 4);
const exam = (index: number) => selectOne('exams', index % 6);
const order = (index: number) => selectOne('exam_orders', index % 3);

const statements = {
  addPatients: (_, hour) => sql`insert into patients (id, name, created_at)
    select 'usr_' || gen_random_uuid(), 'Ana', made.at
      from (values (${at(hour)}), (${at(hour + 24)})) as made (at)`,
  redatePatient: (index, hour) =>
    sql`update patients set created_at = ${at(hour)} where id = ${patient(index)}`,
  editPatients: () => sql`update patients set status = coalesce(status, 0) + 1
    where id in (select id from patients order by id for update)`,
  trashPatient: (index) => sql`update patients
    set deleted_at = case when deleted_at is null then now() end where id = ${patient(index)}`,
  erasePatient: (index) => sql`delete from patients where id = ${patient(index)}`,
  addExams: (index, hour) => sql`insert into exams (id, patient_id, type, created_at)
    select 'exm_' || gen_random_uuid(), p.id, made.type, ${at(hour)}
      from patients p, (values ('A'), ('A'), ('B')) as made (type) where p.id = ${patient(index)}`,
  redateExam: (index, hour) =>
    sql`update exams set created_at = ${at(hour)} where id = ${exam(index)}`,
  retypeExam: (index, hour) =>
    sql`update exams set type = ${`T${hour % 3}`} where id = ${exam(index)}`,
  trashExam: (index) => sql`update exams
    set deleted_at = case when deleted_at is null then now() end where id = ${exam(index)}`,
  eraseExam: (index) => sql`delete from exams where id = ${exam(index)}`,
  addOrder: (index) => sql`insert into exam_orders (id, patient_id, branch_id, partner_id, exams)
    select 'ord_' || gen_random_uuid(), p.id, b.id, b.partner_id, '{SEM}'
      from patients p, branches b where p.id = ${patient(index)}`,
  download: (index, hour) => sql`insert into exam_order_downloads (order_id, at)
    select id, coalesce(${at(hour)}, now()) from exam_orders where id = ${order(index)}`,
  redateDownloads: (index, hour) => sql`update exam_order_downloads
    set at = coalesce(${at(hour)}, at) where order_id = ${order(index)}`,
} satisfies Record<string, (index: number, hour: number) => SQL>;

const names = Object.keys(statements) as (keyof typeof statements)[];
const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(...names, ...names, 'sum', 'roll back', 'recount'),
  which: fc.nat({ max: 11 }),
  hour: fc.integer({ min: -40, max: 40 }),
});

/** Recounts everything, as a start with another time zone does. */
const recount = ({ db }: TestDatabase, index: number) =>
  db.execute(sql`select count_days(${index % 2 ? 'America/Tijuana' : 'Pacific/Auckland'})`);

async function apply(database: TestDatabase, { act, which: index, hour }: Step): Promise<void> {
  const { db } = database;
  if (act === 'sum') await sumDays(db, 0);
  else if (act === 'recount') await recount(database, index);
  else if (act === 'roll back') {
    const undone = db.transaction(async (transaction) => {
      await transaction.execute(statements.addPatients(index, hour));
      throw new Error('rolled back');
    });
    await expect(undone).rejects.toThrow('rolled back');
  } else await db.execute(statements[act](index, hour));
}

/**
 * Errors that concurrent writers may cause: a deadlock, or the erasure of the patient of another writer's record.
 */
const CONFLICTS = new Set(['40P01', '23503']);

async function write(database: TestDatabase, steps: readonly Step[]): Promise<void> {
  for (const each of steps) {
    await apply(database, each).catch((error: { code?: string; cause?: { code?: string } }) => {
      if (!CONFLICTS.has(String(error.cause?.code ?? error.code))) throw error;
    });
  }
}

test('the stored counts of days are exact at every moment of many simultaneous changes', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  await addBranch(db, await addPartner(db));
  const writers = fc.array(fc.array(step, { minLength: 15, maxLength: 30 }), {
    minLength: 3,
    maxLength: 3,
  });
  await fc.assert(
    fc.asyncProperty(writers, async (all) => {
      let over = false;
      const watching = (async () => {
        while (!over) expect(await differences(db)).toEqual([]);
      })();
      const writing = Promise.all(all.map((steps) => write(database, steps))).finally(() => {
        over = true;
      });
      await Promise.all([writing, watching]);
      expect(await differences(db)).toEqual([]);
    }),
    { numRuns: forLength(4, 40), endOnFailure: true },
  );
});

test('E-10.4067: rows are recounted once in another time zone, by the first process that starts', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  for (const hour of [1, 30, 31]) await db.execute(statements.addPatients(0, hour));
  await db.execute(statements.addExams(1, 5));
  const { rows: before } = await db.execute(sql`select day::text from day_counts order by id`);
  await Promise.all([1, 1, 1].map((index) => recount(database, index)));
  expect(await differences(db)).toEqual([]);
  const read = () => db.execute(sql`select id, day::text from day_counts order by id`);
  const { rows: after } = await read();
  expect(after.map(({ day }) => day)).not.toEqual(before.map(({ day }) => day));
  await recount(database, 1);
  expect((await read()).rows).toEqual(after);
});

test('E-10.4039: a start that counts all days anew is repeated after a deadlock with a writer', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  await db.execute(statements.addPatients(0, 1));
  const writer = await database.pool.connect();
  await writer.query('begin; lock table exams in row exclusive mode');
  const starting = startApplication({ database });
  await vi.waitFor(async () => {
    const { rows: waiting } = await db.execute(sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    expect(waiting).toHaveLength(1);
  }, LONG_WAIT);
  // PostgreSQL rolls back one of the two, almost always the start, which waited first.
  await writer.query('update patients set name = name').catch(() => {});
  await writer.query('commit');
  writer.release();
  await starting;
  expect(await differences(db)).toEqual([]);
});

test('changes are summed by kind, day and type, and unchanged sums stay', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  await db.execute(statements.addPatients(0, 1));
  const rows = async () => (await db.execute(sql`select * from day_counts order by day, id`)).rows;
  expect(await sumDays(db)).toBe(0);
  expect(await sumDays(db, 1)).toBe(2);
  const [first, second] = await rows();
  expect([first?.is_sum, second?.is_sum]).toEqual([true, true]);
  await db.execute(
    sql`insert into patients (id, name, created_at) values ('usr_9', 'Ana', ${at(1)})`,
  );
  expect(await sumDays(db, 0)).toBe(1);
  const [changed, kept, ...others] = await rows();
  expect(changed).toMatchObject({ change: 2, is_sum: true });
  expect(kept).toEqual(second);
  expect(others).toEqual([]);
});
