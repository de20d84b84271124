import { Client, type ClientConfig } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { migrateDatabase } from '../../platform/database/migrating/migrate.ts';
import { applyMigrations, listMigrations } from '../../platform/database/migrating/migrations.ts';
import { createMetrics } from '../../platform/metrics/metrics.ts';
import { createEmptyDatabase, createTestDatabase, queryAsOwner } from '../../testing/database.ts';
import { openMigrated } from '../../testing/first-release.ts';
import { LONG_WAIT } from '../../testing/long-wait.ts';
import { keys, partitionBy, verify, write } from '../../testing/sealed-audit.ts';
import { GENESIS_HASH, linkHash, sealMac } from './chain/link.ts';
import { sealAll } from './chain/sealer.ts';
import { auditPartitions, measurePartitions } from './partitions.ts';

const seal = (database: Parameters<typeof verify>[0]) =>
  sealAll({ ...database, keys, checkpoints: '' });
const extend = ({ pool }: Parameters<typeof verify>[0]) =>
  auditPartitions(pool).run(AbortSignal.timeout(600_000));

/** How many rows each partition of a table has. */
async function rowsIn(owner: ClientConfig, table: string): Promise<Record<string, number>> {
  const rows = await queryAsOwner<{ name: string; rows: number }>(
    { owner },
    `select relname as name, count(number)::int as rows from pg_inherits
       join pg_class c on c.oid = inhrelid
       left join (select tableoid, 1 as number from ${table}) as ours on ours.tableoid = c.oid
      where inhparent = $1::regclass group by relname order by relname`,
    [table],
  );
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]));
}

async function readMetrics({ pool }: Parameters<typeof verify>[0]) {
  const metrics = createMetrics(undefined, LONG_WAIT.timeout);
  measurePartitions(metrics, pool);
  const text = await metrics.read();
  const readMetric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    left: readMetric('simiente_audit_numbers_left'),
    unplaced: readMetric('simiente_audit_unplaced_rows'),
  };
}

/** An audit of 50 rows in partitions of 20, made by the job as they fill. */
async function partitionedAudit() {
  const database = await createTestDatabase();
  await partitionBy(database, 20);
  for (let round = 0; round < 5; round += 1) {
    expect(await extend(database)).toEqual({ made: expect.any(Number) });
    await write(database, 10);
    await seal(database);
  }
  return database;
}

describe('T-F2: an audit in partitions', () => {
  test('is one chain, to which a job adds partitions ahead of its rows', async () => {
    const database = await partitionedAudit();
    expect(await rowsIn(database.owner, 'audit_events')).toEqual({
      audit_events_0: 19,
      audit_events_20: 20,
      audit_events_40: 11,
      audit_events_rest: 0,
    });
    expect(await extend(database)).toEqual({ made: 2 });
    expect(await extend(database)).toEqual({ made: 0 });
    expect(await rowsIn(database.owner, 'audit_seals')).toMatchObject({
      audit_seals_0: 19,
      audit_seals_20: 20,
      audit_seals_40: 11,
      audit_seals_60: 0,
      audit_seals_rest: 0,
    });
    expect(await readMetrics(database)).toEqual({ left: 30, unplaced: 0 });
    expect(await verify(database)).toMatchObject({ checked: 50, findings: 0, tail: { rows: 0 } });
  });

  test('gets its partitions during a transaction that reads its seals and then its rows', async () => {
    const database = await createTestDatabase();
    await write(database, 1);
    await seal(database);
    const reader = new Client(database.owner);
    await reader.connect();
    onTestFinished(() => reader.end());
    await reader.query('begin; select from audit_seals');
    const extended = extend(database);
    await expect
      .poll(() => rowsIn(database.owner, 'audit_events'))
      .toHaveProperty('audit_events_10000000');
    await reader.query('select from audit_events; commit');
    expect(await extended).toEqual({ made: 2 });
  });

  test('reveals a row or a seal that was removed from an old partition', async () => {
    const database = await partitionedAudit();
    await queryAsOwner(database, 'delete from audit_partitions.audit_events_0 where id = 7');
    expect((await verify(database)).found).toEqual([{ kind: 'removed', seq: 7, eventId: 7 }]);
    await queryAsOwner(database, 'delete from audit_partitions.audit_seals_20 where seq = 25');
    expect((await verify(database)).found).toContainEqual({
      kind: 'seals-removed',
      from: 25,
      to: 25,
      nextEventId: 26,
    });
  });

  test('stores rows without a partition in the default one, reports them, and moves them later', async () => {
    const database = await createTestDatabase();
    await partitionBy(database, 20);
    await write(database, 70);
    await seal(database);
    expect(await rowsIn(database.owner, 'audit_events')).toMatchObject({ audit_events_rest: 51 });
    expect(await readMetrics(database)).toEqual({ left: -50, unplaced: 102 });
    expect(await verify(database)).toMatchObject({ checked: 70, findings: 0 });
    await extend(database);
    expect(await readMetrics(database)).toEqual({ left: 30, unplaced: 0 });
    expect(await rowsIn(database.owner, 'audit_events')).toMatchObject({
      audit_events_20: 20,
      audit_events_60: 11,
      audit_events_rest: 0,
    });
    await write(database, 5);
    await seal(database);
    expect(await verify(database)).toMatchObject({ checked: 75, findings: 0 });
  });

  test.each([
    ['read a partition', 'select * from audit_partitions.audit_events_0'],
    ['add to a partition', `insert into audit_partitions.audit_events_0 (actor_kind) values ('x')`],
    ['delete from a partition', 'delete from audit_partitions.audit_events_0'],
    [
      'detach a partition',
      'alter table audit_events detach partition audit_partitions.audit_events_0',
    ],
    ['make partitions far ahead', `select extend_audit('audit_events', 'id', 1000000000)`],
  ])('does not let the application’s role %s', async (_, text) => {
    const { pool } = await createTestDatabase();
    await expect(pool.query(text)).rejects.toMatchObject({ code: '42501' });
  });
});

/** The sealed content of a row, before rows had a column for the patients that they showed. */
const EARLIER_CONTENT = `jsonb_build_array(e.id, (extract(epoch from e.at) * 1000000)::bigint,
  e.actor_kind, e.actor_id, e.action, e.subject_kind, e.subject_id, e.patient_id, e.address,
  e.user_agent, e.request_id, e.details::text)::text`;
/** The migrations before the audit had partitions. */
const BEFORE = 25;

/** An audit as the release before partitions left it: rows, and a seal for every row but the last. */
async function earlierAudit(rows: number) {
  const roles = await createEmptyDatabase({ owned: true });
  const client = new Client(roles.owner);
  await client.connect();
  onTestFinished(() => client.end());
  await applyMigrations(client, listMigrations().slice(0, BEFORE));
  await client.query(
    `insert into audit_events (actor_kind, actor_id, action, patient_id, details)
     select 'staff', 'stf_1', 'patient.read', 'usr_1', jsonb_build_object('n', n)
     from generate_series(1, $1) n`,
    [rows],
  );
  const found = await client.query<{ id: string; content: string }>(
    `select e.id, ${EARLIER_CONTENT} as content from audit_events e where id < $1 order by id`,
    [rows],
  );
  let hash: Buffer = GENESIS_HASH;
  const sealedAt = new Date();
  for (const { id, content } of found.rows) {
    const seq = Number(id);
    hash = linkHash(hash, { seq, sealedAt, content });
    const mac = seq === rows - 1 ? sealMac(keys.current, seq, hash) : null;
    await client.query(
      `insert into audit_seals (seq, event_id, hash, mac, key_id, sealed_at) values ($1, $1, $2, $3, $4, $5)`,
      [seq, hash, mac, mac && keys.current.id, sealedAt],
    );
  }
  return { roles, client };
}

describe('T-G6: an audit from before partitions', () => {
  test('becomes the first partition without copying a row, and continues as one chain', async () => {
    const { roles, client } = await earlierAudit(40);
    const state = async () =>
      (
        await client.query(
          `select relname, pg_relation_filenode(oid) as file from pg_class
            where relname ~ '^audit_(events|seals)_?0?(_pkey|_patient)?$' and relkind in ('r', 'i')
              and pg_relation_filenode(oid) is not null order by file`,
        )
      ).rows.map(({ file }) => file);
    const rows = async () =>
      (await client.query('select to_jsonb(e) as row from audit_events e order by id')).rows;
    const before = await state();
    const written = await rows();
    expect(before.length).toBeGreaterThan(3);
    await migrateDatabase(roles);
    expect(await state()).toEqual(expect.arrayContaining(before));
    expect(await rows()).toMatchObject(written);
    expect(await rowsIn(roles.owner, 'audit_events')).toMatchObject({
      audit_events_0: 40,
      audit_events_rest: 0,
    });

    const database = openMigrated(roles.owner);
    await write(database, 3);
    await seal(database);
    expect(await verify(database)).toMatchObject({ checked: 43, findings: 0 });
    await queryAsOwner(database, `update audit_events set details = '{}' where id = 12`);
    expect((await verify(database)).found).toEqual([{ kind: 'altered', seq: 12, eventId: 12 }]);
  });

  test('is upgraded by the next start after a start was killed after its check', async () => {
    const { roles, client } = await earlierAudit(10);
    await client.query(
      'alter table audit_events add constraint audit_events_first check (id < 11) not valid',
    );
    await migrateDatabase(roles);
    const database = openMigrated(roles.owner);
    await write(database, 3);
    expect(await rowsIn(roles.owner, 'audit_events')).toMatchObject({ audit_events_0: 13 });
  });
});
