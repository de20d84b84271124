import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { Client } from 'pg';
import { pino } from 'pino';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { LOCKS } from '../../../platform/database/locks.ts';
import { asOwner, createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { PATIENTLY } from '../../../testing/patience.ts';
import { formatCheckpoint, readCheckpoints } from './checkpoints.ts';
import { readSealKeys } from './keys.ts';
import { START, sealBatch } from './seal-batch.ts';
import { keepSealed, sealAll } from './sealer.ts';
import { type Finding, verifyChain } from './verify.ts';

const KEY = 'una llave de las pruebas; de cuarenta letras';
const keys = readSealKeys(KEY);
const WHO = `'staff', 'stf_1', 'patient.read', 'patient', 'usr_1', 'usr_1', '10.0.0.1', 'Navegador', gen_random_uuid()`;
const COLUMNS = `actor_kind, actor_id, action, subject_kind, subject_id, patient_id, address, user_agent, request_id`;

async function write(
  { pool }: Pick<TestDatabase, 'pool'>,
  rows = 1,
  details = '{"n": 1}',
): Promise<void> {
  await pool.query(
    `insert into audit_events (${COLUMNS}, details)
     select ${WHO}, $1::jsonb from generate_series(1, $2)`,
    [details, rows],
  );
}

async function sealedDatabase(rows: number): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await write(database, rows);
  await sealAll({ ...database, keys, checkpoints: '' });
  return database;
}

async function verify(
  { pool }: TestDatabase,
  parts: Partial<Parameters<typeof verifyChain>[0]> = {},
) {
  const found: Finding[] = [];
  const result = await verifyChain({ pool, keys, checkpoints: [], ...parts }, (finding) =>
    found.push(finding),
  );
  expect(result.findings).toBe(found.length);
  return { ...result, found };
}

async function folderFor(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-chain-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return path.join(folder, 'checkpoints');
}

describe('T-F2: the sealer', () => {
  test('seals every row once, in one chain, in batches', async () => {
    const database = await sealedDatabase(2_345);
    const seals = await asOwner<{ seq: string; keyed: boolean }>(
      database,
      'select seq, mac is not null as keyed from audit_seals order by seq',
    );
    expect(seals.map(({ seq }) => Number(seq))).toEqual(seals.map((_, index) => index + 1));
    expect(seals.filter(({ keyed }) => keyed).map(({ seq }) => seq)).toEqual([
      '1000',
      '2000',
      '2345',
    ]);
    expect(await verify(database)).toMatchObject({
      checked: 2_345,
      findings: 0,
      head: { seq: 2_345 },
      tail: { rows: 0, oldest: null },
    });
  });

  test('misses no row whatever the order in which transactions end, and makes none of them wait', async () => {
    const database = await createTestDatabase();
    let written = 0;
    const step = fc.record({
      writer: fc.integer({ min: 0, max: 3 }),
      does: fc.constantFrom('write', 'write', 'commit', 'rollback', 'seal'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const writers = await Promise.all(
          Array.from({ length: 4 }, async () => {
            const client = new Client(database.app);
            await client.connect();
            return { client, rows: 0, isOpen: false };
          }),
        );
        let progress = START;
        for (const { writer: index, does } of steps) {
          const writer = writers[index];
          if (!writer) continue;
          if (does === 'seal') {
            progress = (await sealBatch(database.pool, keys, progress))?.progress ?? progress;
          } else if (does === 'write') {
            if (!writer.isOpen) await writer.client.query('begin');
            writer.isOpen = true;
            await writer.client.query(
              `insert into audit_events (${COLUMNS}) select ${WHO} from generate_series(1, 2)`,
            );
            writer.rows += 2;
          } else if (writer.isOpen) {
            await writer.client.query(does);
            if (does === 'commit') written += writer.rows;
            Object.assign(writer, { rows: 0, isOpen: false });
          }
        }
        for (const { client, isOpen, rows } of writers) {
          if (isOpen) await client.query('commit');
          if (isOpen) written += rows;
          await client.end();
        }
        await sealBatch(database.pool, keys, progress);
        expect(await verify(database)).toMatchObject({
          checked: written,
          findings: 0,
          tail: { rows: 0 },
        });
      }),
      { numRuns: 25 },
    );
  });

  test('looks again at few rows once everybody who wrote has ended', async () => {
    const database = await sealedDatabase(10);
    let progress = START;
    for (let pass = 0; pass < 3; pass += 1) {
      progress = (await sealBatch(database.pool, keys, progress))?.progress ?? progress;
    }
    expect(progress.floor).toBe(10);
  });

  test('is one at a time, among several processes of which some are killed', async () => {
    const database = await createTestDatabase();
    const superuser = new Client(database.owner);
    await superuser.connect();
    let isOver = false;
    const sealer = async () => {
      let progress = START;
      while (!isOver) {
        const batch = await sealBatch(database.pool, keys, progress).catch(() => null);
        progress = batch?.progress ?? START;
      }
    };
    let written = 0;
    const writer = async () => {
      for (let turn = 0; turn < 40; turn += 1) {
        await write(database, 7).then(
          () => {
            written += 7;
          },
          () => {},
        );
        if (turn % 8 !== 0) continue;
        await superuser.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and usename = $1 and state <> 'idle'
             and query like '%audit_seals%'`,
          [database.app.user],
        );
      }
    };
    const sealers = [sealer(), sealer(), sealer()];
    await Promise.all([writer(), writer()]);
    isOver = true;
    await Promise.all(sealers);
    // Who is killed tells its client first and gives the lock back after that.
    await superuser.query('select pg_advisory_xact_lock($1)', [LOCKS.seal]);
    await superuser.end();
    await sealAll({ ...database, keys, checkpoints: '' });
    const result = await verify(database);
    expect(result).toMatchObject({ findings: 0, tail: { rows: 0 } });
    expect(result.checked).toBeGreaterThanOrEqual(written);
  });

  test('goes on by itself, seals what waits when it stops, and writes down where it was', async () => {
    const database = await createTestDatabase();
    const checkpoints = await folderFor();
    const stop = keepSealed({ ...database, keys, checkpoints }, pino({ level: 'silent' }));
    await write(database, 3);
    await vi.waitUntil(async () => (await verify(database)).checked === 3, PATIENTLY);
    await write(database, 4);
    await stop();
    const { head, ...rest } = await verify(database);
    expect(rest).toMatchObject({ checked: 7, findings: 0 });
    expect((await readCheckpoints(checkpoints)).at(-1)).toEqual(head);
    expect(await readFile(checkpoints, 'utf8')).toContain(head && formatCheckpoint(head));
  });

  test('notices that somebody cut off what it had sealed, and keeps the proof', async () => {
    const database = await createTestDatabase();
    const checkpoints = await folderFor();
    await write(database, 3);
    const stop = keepSealed({ ...database, keys, checkpoints }, pino({ level: 'silent' }));
    await vi.waitUntil(async () => (await verify(database)).checked === 3, PATIENTLY);
    await write(database, 2);
    await vi.waitUntil(async () => (await verify(database)).checked === 5, PATIENTLY);
    await asOwner(database, `delete from audit_seals where seq > 3`);
    await asOwner(database, `update audit_events set actor_id = 'stf_2' where id = 5`);
    await vi.waitUntil(async () => (await verify(database)).checked === 5, PATIENTLY);
    await stop();
    // The chain by itself is in order again.
    expect(await verify(database)).toMatchObject({ checked: 5, findings: 0 });
    const kept = await readCheckpoints(checkpoints);
    expect((await verify(database, { checkpoints: kept })).found).toMatchObject([
      { kind: 'cut-off', checkpoint: { seq: 5 }, last: 5 },
    ]);
  });
});

describe('T-F2: what the owner of the tables does to the audit', () => {
  const ROWS = 40;
  let database: TestDatabase;
  let head: NonNullable<Awaited<ReturnType<typeof verify>>['head']>;

  beforeAll(async () => {
    const cleanUps: (() => Promise<void>)[] = [];
    database = await createTestDatabase((cleanUp) => cleanUps.push(cleanUp));
    await write(database, ROWS - 2);
    await write(database, 1, 'null');
    await write(database, 1, '{"changes": {"status": {"from": 1, "to": 2}}}');
    await asOwner(database, `update audit_events set at = at - interval '1 hour'`);
    await sealAll({ ...database, keys, checkpoints: '' });
    await asOwner(database, 'create table kept_events as table audit_events');
    await asOwner(database, 'create table kept_seals as table audit_seals');
    const verified = await verify(database);
    expect(verified).toMatchObject({ checked: ROWS, findings: 0 });
    if (!verified.head) throw new Error('No chain');
    head = verified.head;
    return async () => {
      for (const cleanUp of cleanUps) await cleanUp();
    };
  });

  async function restore(andThen = ''): Promise<void> {
    await asOwner(
      database,
      `truncate audit_events, audit_seals;
       insert into audit_events overriding system value select * from kept_events;
       insert into audit_seals select * from kept_seals; ${andThen}`,
    );
  }

  const id = fc.integer({ min: 1, max: ROWS });
  /** SQL that makes any value of a column another one, NULL included. */
  const otherwise: Readonly<Record<string, string>> = {
    at: `at + interval '1 millisecond'`,
    actor_kind: `'system'`,
    actor_id: `null`,
    action: `'patient.updated'`,
    subject_kind: `'exam'`,
    subject_id: `subject_id || ' '`,
    patient_id: `'usr_2'`,
    address: `null`,
    user_agent: `upper(user_agent)`,
    request_id: `''`,
    details: `case when details = 'null' then null when details is null then 'null'::jsonb else 'null'::jsonb end`,
  };

  type Edit = { readonly sql: string; readonly finds: (found: readonly Finding[]) => void };
  const of =
    (kind: Finding['kind'], ...ids: readonly number[]) =>
    (found: readonly Finding[]) => {
      for (const one of ids) {
        expect(found).toContainEqual(expect.objectContaining({ kind, eventId: one }));
      }
    };

  const edits: fc.Arbitrary<Edit> = fc.oneof(
    fc.tuple(id, fc.constantFrom(...Object.keys(otherwise))).map(([row, column]) => ({
      sql: `update audit_events set ${column} = ${otherwise[column]} where id = ${row}`,
      finds: of('altered', row),
    })),
    id.map((row) => ({
      sql: `delete from audit_events where id = ${row}`,
      finds: of('removed', row),
    })),
    fc.integer({ min: 100, max: 1_000_000 }).map((row) => ({
      sql: `insert into audit_events (id, at, actor_kind, action) overriding system value
        values (${row}, now() - interval '50 minutes', 'staff', 'patient.read')`,
      finds: of('unsealed', row),
    })),
    fc.uniqueArray(id, { minLength: 2, maxLength: 2 }).map(([one = 0, other = 0]) => ({
      sql: `update audit_events e
        set (at, action, request_id, details) = (k.at, k.action, k.request_id, k.details)
        from kept_events k
        where (e.id, k.id) in ((${one}, ${other}), (${other}, ${one}))`,
      finds: of('altered', one, other),
    })),
    fc.uniqueArray(id, { minLength: 2, maxLength: 2 }).map(([one = 0, other = 0]) => ({
      sql: `update audit_seals set event_id = -event_id where seq in (${one}, ${other});
        update audit_seals s set event_id = k.event_id from kept_seals k
        where s.event_id < 0 and k.seq = case s.seq when ${one} then ${other} else ${one} end`,
      finds: of('altered', one, other),
    })),
    fc.integer({ min: 1, max: ROWS - 1 }).map((seq) => ({
      sql: `delete from audit_seals where seq = ${seq}`,
      finds: (found: readonly Finding[]) => {
        expect(found).toContainEqual({
          kind: 'seals-removed',
          from: seq,
          to: seq,
          nextEventId: seq + 1,
        });
        of('unsealed', seq)(found);
      },
    })),
    fc.integer({ min: 1, max: ROWS }).map((last) => ({
      sql: `delete from audit_seals where seq >= ${last}`,
      finds: (found: readonly Finding[]) => {
        expect(found).toContainEqual({ kind: 'cut-off', checkpoint: head, last: last - 1 });
        of('unsealed', last)(found);
      },
    })),
    fc.integer({ min: 1, max: ROWS }).map((last) => ({
      sql: `delete from audit_seals where seq >= ${last}; delete from audit_events where id >= ${last}`,
      finds: (found: readonly Finding[]) =>
        expect(found).toContainEqual({ kind: 'cut-off', checkpoint: head, last: last - 1 }),
    })),
    fc.constantFrom('sealed_at', 'hash', 'mac', 'key_id').map((column) => ({
      sql: `update audit_seals set ${column} = ${column === 'sealed_at' ? `sealed_at - interval '1 day'` : column === 'hash' ? `sha256(hash)` : 'null'} where seq = ${ROWS}`,
      finds: (found: readonly Finding[]) => expect(found.length).toBeGreaterThan(0),
    })),
  );

  test('is found and named, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edits, { minLength: 1, maxLength: 1 }), async ([edit]) => {
        if (!edit) return;
        await restore(edit.sql);
        const { found } = await verify(database, { checkpoints: [head] });
        edit.finds(found);
      }),
      { numRuns: 60 },
    );
    await restore();
    expect(await verify(database, { checkpoints: [head] })).toMatchObject({ findings: 0 });
  });

  test('is found when the chain was made anew as well, because that takes the key', async () => {
    await restore();
    await asOwner(database, `update audit_events set actor_id = 'stf_9' where id = 30`);
    await asOwner(database, 'delete from audit_seals');
    const others = readSealKeys('una llave que no es la nuestra; pero es larga');
    await sealAll({ ...database, keys: others, checkpoints: '' });
    expect((await verify(database)).found).toEqual([{ kind: 'forged', from: 1, to: ROWS }]);
    // Without the key nothing is wrong with it, save that it is not what it was.
    expect((await verify(database, { keys: null })).found).toEqual([]);
    expect((await verify(database, { keys: null, checkpoints: [head] })).found).toMatchObject([
      { kind: 'cut-off' },
    ]);
    await asOwner(database, 'update audit_seals set mac = null');
    expect((await verify(database)).found).toEqual([{ kind: 'forged', from: 1, to: ROWS }]);
  });

  test('is told from a key that was changed by whoever runs the server', async () => {
    await restore();
    const next = 'la llave que vino después; de cuarenta letras';
    const both = readSealKeys(`${next}, ${KEY}`);
    await write(database);
    await sealAll({ ...database, keys: both, checkpoints: '' });
    expect(await verify(database, { keys: both })).toMatchObject({ checked: ROWS + 1, found: [] });
    expect((await verify(database, { keys: readSealKeys(next) })).found).toEqual([
      { kind: 'forged', from: 1, to: ROWS },
    ]);
  });
});
