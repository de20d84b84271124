import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { migrateDatabase } from '../../../platform/database/migrating/migrate.ts';
import { createMetrics } from '../../../platform/metrics/metrics.ts';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../../../testing/database.ts';
import { LONG_WAIT } from '../../../testing/long-wait.ts';
import {
  ACTOR_VALUES,
  COLUMNS,
  keys,
  sealedDatabase,
  verify,
  write,
  writeAsOwner,
} from '../../../testing/sealed-audit.ts';
import { START, sealBatch } from './seal-batch.ts';
import { FULL_CHECK, measureAudit, sealAll, startSealer } from './sealer.ts';

const HUGE = '9007199254740991';
const seal = (database: TestDatabase) => sealAll({ ...database, keys, checkpoints: '' });

/** Seals until every row up to this id is sealed. */
async function sealTo({ pool }: TestDatabase, id: number): Promise<{ sealedUpTo: number }> {
  let progress = START;
  while (progress.lowWater < id) {
    progress = (await sealBatch(pool, keys, progress))?.progress ?? progress;
  }
  return { sealedUpTo: progress.lowWater };
}

async function unsealedSeconds({ db }: TestDatabase, sealedUpTo = 0): Promise<number> {
  // Rows are dated to the millisecond.
  await db.execute('select pg_sleep(0.003)');
  const metrics = createMetrics(undefined, LONG_WAIT.timeout);
  measureAudit(metrics, db, () => sealedUpTo);
  const [, age] = /^simiente_audit_unsealed_seconds (\S+)$/m.exec(await metrics.read()) ?? [];
  return Number(age);
}

/** A server sealed the audit throughout an interval, given in SQL. */
function recordServerRun(database: TestDatabase, since: string, until: string) {
  return queryAsOwner(
    database,
    `insert into audit_sealing_runs (since, until) values (${since}, ${until})`,
  );
}

describe('T-K3: the application’s role', () => {
  test('cannot choose the id or the time of an audit row, and its attempt does not stop sealing', async () => {
    const database = await sealedDatabase(3);
    for (const id of [HUGE, '-4', '3', '4']) {
      await expect(
        database.pool.query(
          `insert into audit_events (id, ${COLUMNS}) overriding system value values (${id}, ${ACTOR_VALUES})`,
        ),
      ).rejects.toMatchObject({ code: expect.stringMatching(/^(23514|23505|55000)$/) });
    }
    const { rows } = await database.pool.query(
      `insert into audit_events (at, ${COLUMNS}) values ('2020-01-01Z', ${ACTOR_VALUES}), ('infinity', ${ACTOR_VALUES})
       returning id::int, abs(extract(epoch from clock_timestamp() - at)) < 60 as "isNow"`,
    );
    expect(rows).toEqual([
      { id: 4, isNow: true },
      { id: 5, isNow: true },
    ]);
    await write(database, 2);
    expect(await unsealedSeconds(database)).toBeGreaterThan(0);
    expect(await seal(database)).toMatchObject({ rows: 4 });
    expect(await unsealedSeconds(database)).toBe(0);
    expect(await verify(database)).toMatchObject({ checked: 7, findings: 0, tail: { rows: 0 } });
  });

  test('gets the time of the insert, however long its transaction lasts', async () => {
    const { pool } = await createTestDatabase();
    const client = await pool.connect();
    await client.query('begin');
    const { rows: begun } = await client.query('select now() as now, pg_sleep(0.02)');
    const { rows } = await client.query(
      `insert into audit_events (${COLUMNS}) values (${ACTOR_VALUES}) returning at`,
    );
    await client.query('commit');
    client.release();
    expect(rows[0].at.getTime()).toBeGreaterThan(begun[0].now.getTime());
  });

  test.each([
    ['take an id', `select nextval('audit_events_id_seq')`],
    ['move the ids ahead', `select setval('audit_events_id_seq', ${HUGE})`],
    [
      'say when a server ran',
      `insert into audit_sealing_runs (since, until) values (now(), now())`,
    ],
    ['deny that a server ran', `update audit_sealing_runs set until = since`],
    ['forget that a server ran', `delete from audit_sealing_runs`],
    ['date rows itself', `alter table audit_events disable trigger identify_audit_event`],
  ])('cannot %s', async (_, text) => {
    const { pool } = await createTestDatabase();
    await expect(pool.query(text)).rejects.toMatchObject({ code: '42501' });
  });

  test.each(['read committed', 'repeatable read'])(
    'cannot reserve an id until it is closed, and use it at %s',
    async (isolation) => {
      const database = await sealedDatabase(2);
      const late = await database.pool.connect();
      onTestFinished(() => late.release(true));
      await late.query(`begin isolation level ${isolation}`);
      const { rows } = await late.query('select next_audit_event_id()::int as id');
      const [{ id }] = rows;
      expect(id).toBe(3);
      await write(database, 2);
      const { sealedUpTo } = await sealTo(database, 5);
      await expect(
        late.query(`insert into audit_events (id, ${COLUMNS}) values (${id}, ${ACTOR_VALUES})`),
      ).rejects.toMatchObject({ code: '23514' });
      await late.query('rollback');
      await write(database);
      expect(await unsealedSeconds(database, sealedUpTo)).toBeGreaterThan(0);
      await seal(database);
      expect(await verify(database)).toMatchObject({ checked: 5, findings: 0, tail: { rows: 0 } });
    },
  );

  test('cannot commit a row with a reserved id unnoticed, however long its transaction lasts', async () => {
    const database = await sealedDatabase(2);
    const late = await database.pool.connect();
    onTestFinished(() => late.release(true));
    const { rows } = await late.query('select next_audit_event_id()::int as id');
    await write(database);
    // The low-water mark may pass the id if no transaction is open.
    let progress = (await sealBatch(database.pool, keys, START))?.progress ?? START;
    await late.query('begin');
    await late.query(
      `insert into audit_events (id, ${COLUMNS}) values (${rows[0].id}, ${ACTOR_VALUES})`,
    );
    for (let run = 0; run < 5; run += 1) {
      progress = (await sealBatch(database.pool, keys, progress))?.progress ?? progress;
    }
    await late.query('commit');
    expect(await unsealedSeconds(database, progress.lowWater)).toBeGreaterThan(0);
    expect(await sealBatch(database.pool, keys, progress)).toMatchObject({
      sealed: 1,
      passedOver: 0,
    });
  });

  test('cannot close ids ahead of the sequence, nor reopen them', async () => {
    const { pool } = await sealedDatabase(3);
    const readClosedId = async () =>
      (await pool.query(`select pg_sequence_last_value('audit_closed_ids')::int as id`)).rows[0].id;
    for (const [upTo, expected] of [
      ['2', 2],
      [HUGE, 2],
      ['4', 2],
      ['1', 2],
      ['-1', 2],
      ['3', 3],
    ] as const) {
      await pool.query(`select close_audit_ids(${upTo})`);
      expect(await readClosedId(), upTo).toBe(expected);
    }
    await write({ pool });
  });

  test('continues writing in a copied database in which ids were closed beyond those that were issued', async () => {
    const database = await sealedDatabase(3);
    await queryAsOwner(database, `select setval('audit_closed_ids', 500)`);
    await expect(write(database)).rejects.toMatchObject({ code: '23514' });
    await migrateDatabase({ owner: database.owner, appRole: String(database.app.user) });
    await write(database);
    await seal(database);
    expect(await verify(database)).toMatchObject({ checked: 4, findings: 0 });
  });

  test('cannot seal missing or future rows', async () => {
    const database = await sealedDatabase(2);
    const seals = (...ids: readonly number[]) =>
      database.pool.query(
        `insert into audit_seals (seq, event_id, hash, sealed_at)
         values ${ids.map((id, index) => `(${3 + index}, ${id}, '', now())`).join()}`,
      );
    await expect(seals(3)).rejects.toMatchObject({ code: '23514' });
    await expect(seals(99)).rejects.toMatchObject({ code: '23514' });
    await write(database, 2);
    await expect(seals(3, 4, 5)).rejects.toMatchObject({ code: '23514' });
    expect(await unsealedSeconds(database)).toBeGreaterThan(0);
    expect(await seal(database)).toMatchObject({ rows: 2 });
    expect(await verify(database)).toMatchObject({ checked: 4, findings: 0 });
  });

  test('cannot end the chain with a seal far ahead', async () => {
    const database = await sealedDatabase(3);
    for (const seq of ['9223372036854775807', '5', '3']) {
      await expect(
        database.pool.query(
          `insert into audit_seals (seq, event_id, hash, sealed_at) values (${seq}, 1, '', now())`,
        ),
      ).rejects.toMatchObject({ code: expect.stringMatching(/^(23514|23505)$/) });
    }
    // The application can neither restore a row that the owner of the tables removed, nor skip one.
    await write(database, 2);
    await seal(database);
    await write(database, 2);
    await queryAsOwner(database, 'delete from audit_seals where seq = 4');
    for (const values of [`(4, 4, '', now())`, `(6, 6, '', now()), (8, 7, '', now())`]) {
      await expect(
        database.pool.query(
          `insert into audit_seals (seq, event_id, hash, sealed_at) values ${values}`,
        ),
      ).rejects.toMatchObject({ code: '23514' });
    }
    await queryAsOwner(database, 'delete from audit_seals where seq = 5');
    await seal(database);
    expect(await verify(database)).toMatchObject({ checked: 7, findings: 0 });
  });
});

describe('T-K3: a row inserted by the owner of the tables', () => {
  test('does not stop sealing if its id is beyond the sequence, is counted in the metric and fails the verification', async () => {
    const database = await sealedDatabase(3);
    await writeAsOwner(database, Number(HUGE), `now() - interval '1 hour'`);
    await write(database, 2);
    expect(await seal(database)).toMatchObject({
      rows: 2,
      progress: { lowWater: 0, mark: { id: 5 } },
    });
    expect(await unsealedSeconds(database, 5)).toBeGreaterThan(3_500);
    expect((await verify(database)).found).toMatchObject([
      { kind: 'foreign-id', eventId: Number(HUGE) },
    ]);
    // Deleted rows are reported as missing too.
    await queryAsOwner(database, 'delete from audit_events where id = 4');
    expect((await verify(database)).found).toContainEqual({ kind: 'removed', seq: 4, eventId: 4 });
  });

  test('E-10.3451: is found, logged and stored by the hourly check of all rows if its id is below the low-water mark', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const folder = await mkdtemp(path.join(tmpdir(), 'simiente-chain-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const database = await sealedDatabase(3);
    await queryAsOwner(database, `select setval('audit_events_id_seq', 10)`);
    await write(database, 2);
    const logged: string[] = [];
    const log = pino({}, { write: (line) => void logged.push(line) });
    const sealer = startSealer({ ...database, keys, checkpoints: path.join(folder, 'c') }, log);
    await vi.waitUntil(() => sealer.sealedUpTo() === 12, LONG_WAIT);
    await writeAsOwner(database, 7, 'now()');
    await write(database);
    await vi.waitUntil(async () => (await verify(database)).checked === 6, LONG_WAIT);
    expect(await verify(database)).toMatchObject({ tail: { rows: 1 } });
    // A result that could not be stored is stored by the next check.
    await queryAsOwner(database, 'alter table installation rename to installation_hidden');
    vi.setSystemTime(Date.now() + 3_600_000);
    await vi.waitUntil(async () => (await verify(database)).checked === 7, LONG_WAIT);
    await vi.waitUntil(() => logged.join('').includes('sealing of the audit failed'), LONG_WAIT);
    await queryAsOwner(database, 'alter table installation_hidden rename to installation');
    await sealer.stop();
    expect(logged.join('')).toContain(
      '"rows":1,"msg":"audit rows appeared below the low-water mark"',
    );
    const stored = 'select value from installation where key = $1';
    expect(await queryAsOwner(database, stored, [FULL_CHECK])).toMatchObject([
      { value: { passedOver: 1 } },
    ]);
    expect(await verify(database)).toMatchObject({ findings: 0, tail: { rows: 0 } });
  });
});

describe('T-K3: an unsealed row', () => {
  const createUnsealed = async (minutes: number) => {
    const database = await sealedDatabase(2);
    await write(database);
    await queryAsOwner(
      database,
      `update audit_events set at = now() - interval '${minutes} minutes' where id = 3`,
    );
    return database;
  };
  const SERVER_RUN = [`now() - interval '20 minutes'`, `now() - interval '1 minute'`] as const;

  test('fails the verification if it gets older than five minutes while a server runs, also once it is sealed', async () => {
    const database = await createUnsealed(10);
    expect(await unsealedSeconds(database)).toBeGreaterThan(599);
    await recordServerRun(database, ...SERVER_RUN);
    expect((await verify(database)).found).toMatchObject([{ kind: 'unsealed', eventId: 3 }]);
    expect(await seal(database)).toMatchObject({ rows: 1, oldest: expect.any(Date) });
    const { found, late } = await verify(database);
    expect(found).toMatchObject([{ kind: 'sealed-late', eventId: 3 }]);
    expect(late.rows).toBe(0);
  });

  test('is counted, but is not a finding, if it is younger or its server was killed', async () => {
    const short = await createUnsealed(4);
    await recordServerRun(short, ...SERVER_RUN);
    expect(await verify(short)).toMatchObject({ findings: 0, tail: { rows: 1 } });

    const killed = await createUnsealed(60);
    await recordServerRun(killed, `now() - interval '90 minutes'`, `now() - interval '59 minutes'`);
    expect(await verify(killed)).toMatchObject({ findings: 0, tail: { rows: 1 } });
    await seal(killed);
    expect(await verify(killed)).toMatchObject({ findings: 0, late: { rows: 1, first: [3] } });
  });

  test('is a finding if another lock blocked its sealer, because the server ran', async () => {
    const database = await createTestDatabase();
    const runs = () =>
      queryAsOwner<{ id: string; since: Date; until: Date }>(
        database,
        'select * from audit_sealing_runs order by id',
      );
    const mark = async (id: unknown) =>
      (await database.pool.query('select mark_sealing_run($1) as id', [id])).rows[0].id;
    const first = await mark(null);
    const [begun] = await runs();
    expect(await mark(first)).toBe(first);
    const [marked] = await runs();
    expect(marked?.since).toEqual(begun?.since);
    expect(marked?.until.getTime()).toBeGreaterThanOrEqual(begun?.until.getTime() ?? Infinity);
    // A suspended machine or an unavailable database does not count as a running server.
    await queryAsOwner(
      database,
      `update audit_sealing_runs set until = until - interval '4 minutes'`,
    );
    expect(await mark(first)).not.toBe(first);
    expect(await runs()).toHaveLength(2);

    const blocker = await database.pool.connect();
    await blocker.query('begin; select pg_advisory_xact_lock(7303015)');
    const sealer = startSealer({ ...database, keys, checkpoints: '' }, pino({ level: 'silent' }));
    await vi.waitUntil(async () => (await runs()).length === 3, LONG_WAIT);
    await sealer.stop();
    await blocker.query('rollback');
    blocker.release();
  });
});

test('T-K3: a check of many sealed rows reads them in slices, and finds the few unsealed ones', async () => {
  const database = await createTestDatabase();
  await write(database, 60_000);
  const waiting = [1, 50_000, 50_001, 59_999];
  await queryAsOwner(
    database,
    `alter table audit_seals disable trigger number_audit_seal;
     insert into audit_seals (seq, event_id, hash, sealed_at)
       select id, id, '', now() from audit_events where id not in (${waiting.join()})`,
  );
  const batch = await sealBatch(database.pool, keys, START);
  expect(batch).toMatchObject({ sealed: waiting.length, passedOver: 0, nextAfter: null });
});
