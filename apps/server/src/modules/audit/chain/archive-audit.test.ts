import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { NO_REQUEST } from '../../../platform/act.ts';
import { connect } from '../../../platform/database/connections/connect.ts';
import { openLocalFileStore } from '../../../platform/storage/storage.ts';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../../../testing/database.ts';
import { keys, partitionBy, verify, write, writeAsOwner } from '../../../testing/sealed-audit.ts';
import { auditPartitions } from '../partitions.ts';
import { archiveAudit, auditCopy } from './archive-audit.ts';
import {
  type ArchivedRow,
  readArchiveFile,
  readArchives,
  writeArchiveFile,
} from './archive-file.ts';
import { sealAll } from './sealer.ts';

const act = { actor: { kind: 'operator', id: 'root' }, origin: NO_REQUEST } as const;
const FUTURE = new Date('2999-01-01Z');

/** An audit of 50 rows in partitions of 20, and an empty folder. */
async function oldAudit() {
  const database = await createTestDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-archive-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await partitionBy(database, 20);
  for (let round = 0; round < 5; round += 1) {
    await auditPartitions(database.pool).run(AbortSignal.timeout(600_000));
    await write(database, 10);
    await sealAll({ ...database, keys, checkpoints: '' });
  }
  const options = { owner: database.owner, keys, folder };
  return { database, folder, archive: (before = FUTURE) => archiveAudit(options, act, before) };
}

const partitions = async (database: TestDatabase) =>
  (
    await queryAsOwner<{ name: string }>(
      database,
      `select relname as name from pg_class where relkind = 'r'
         and relnamespace = 'audit_partitions'::regnamespace order by 1`,
    )
  ).map(({ name }) => name);

/** A copy of the archives with one row changed or removed. */
async function copyTampered(folder: string, change: (row: ArchivedRow) => ArchivedRow | null) {
  const copy = await mkdtemp(path.join(tmpdir(), 'simiente-archive-'));
  onTestFinished(() => rm(copy, { recursive: true, force: true }));
  const [name = ''] = await readdir(folder);
  const rows = async function* () {
    for await (const row of readArchiveFile(path.join(folder, name))) {
      const changed = change(row);
      if (changed) yield changed;
    }
  };
  const [, from, to] = /(\d+)-(\d+)/.exec(name) ?? [];
  await writeArchiveFile(copy, { from: Number(from), to: Number(to) }, rows());
  return copy;
}

test('T-F2: old partitions are archived as a segment of the chain, which continues after it', async () => {
  const { database, folder, archive } = await oldAudit();
  expect(await archive(new Date('2020-01-01Z'))).toBeNull();
  const archived = await archive();
  expect(archived).toMatchObject({ from: 1, to: 40, partitions: 2 });
  expect((await stat(archived?.file ?? '')).mode & 0o777).toBe(0o600);
  expect(await partitions(database)).toEqual([
    'audit_events_40',
    'audit_events_rest',
    'audit_seals_40',
    'audit_seals_rest',
  ]);
  await sealAll({ ...database, keys, checkpoints: '' });
  const archives = () => ({ archives: readArchives(folder) });
  // One more row: that of the archiving itself.
  expect(await verify(database, archives())).toMatchObject({
    checked: 51,
    findings: 0,
    leftOutTo: null,
  });
  expect(await verify(database)).toMatchObject({ checked: 11, findings: 0, leftOutTo: 40 });
  expect(await archive()).toBeNull();

  await write(database, 30);
  await sealAll({ ...database, keys, checkpoints: '' });
  await auditPartitions(database.pool).run(AbortSignal.timeout(600_000));
  expect(await archive()).toMatchObject({ from: 41, partitions: 2 });
  await sealAll({ ...database, keys, checkpoints: '' });
  expect(await readdir(folder)).toHaveLength(2);
  expect(await verify(database, archives())).toMatchObject({ checked: 82, findings: 0 });
});

test('T-F2: an altered, removed or lost archived row is found', async () => {
  const { database, folder, archive } = await oldAudit();
  await archive();
  await sealAll({ ...database, keys, checkpoints: '' });
  const altered = await copyTampered(folder, (row) =>
    row.seq === 12 ? { ...row, content: String(row.content).replace('stf_1', 'stf_2') } : row,
  );
  expect((await verify(database, { archives: readArchives(altered) })).found).toEqual([
    { kind: 'altered', seq: 12, eventId: 12 },
  ]);
  const removed = await copyTampered(folder, (row) => (row.seq === 12 ? null : row));
  expect((await verify(database, { archives: readArchives(removed) })).found).toContainEqual({
    kind: 'seals-removed',
    from: 12,
    to: 12,
    nextEventId: 13,
  });
  const cut = await copyTampered(folder, (row) => (row.seq > 30 ? null : row));
  expect((await verify(database, { archives: readArchives(cut) })).found).toContainEqual({
    kind: 'archive-missing',
    from: 31,
    to: 40,
  });
  const nowhere = path.join(folder, 'none');
  expect((await verify(database, { archives: readArchives(nowhere) })).found).toEqual([
    { kind: 'archive-missing', from: 1, to: 40 },
  ]);
});

test('T-F2: a partition that is dropped without an archive is found', async () => {
  const { database, folder } = await oldAudit();
  await queryAsOwner(
    database,
    'alter table audit_events detach partition audit_partitions.audit_events_0',
  );
  const { found } = await verify(database, { archives: readArchives(folder) });
  expect(found).toHaveLength(19);
  expect(found).toContainEqual({ kind: 'removed', seq: 7, eventId: 7 });
});

test('T-F2: partitions are dropped after a transaction that reads the seals and then the rows', async () => {
  const { database, archive } = await oldAudit();
  const reader = await connect(database.owner);
  onTestFinished(() => reader.end());
  await reader.query('begin; select from audit_seals');
  const archived = archive();
  const stuck = `select 1 as one from pg_stat_activity where datname = current_database()
    and application_name = 'simiente-archive' and (query = 'rollback' or wait_event_type = 'Lock')`;
  await expect.poll(() => queryAsOwner(database, stuck)).toHaveLength(1);
  await reader.query('select from audit_events; commit');
  expect(await archived).toMatchObject({ partitions: 2 });
});

test('T-F2: rows of the archived segment that stay in the database are compared with the archive', async () => {
  const { database, folder, archive } = await oldAudit();
  const archived = await archive();
  await sealAll({ ...database, keys, checkpoints: '' });
  expect(archived?.to).toBe(40);
  await queryAsOwner(database, `update audit_events set actor_id = 'stf_2' where id = 40`);
  expect((await verify(database, { archives: readArchives(folder) })).found).toEqual([
    { kind: 'altered', seq: 40, eventId: 40 },
  ]);
});

test('T-F2: an altered or unsealed partition is not archived', async () => {
  const { database, folder, archive } = await oldAudit();
  await queryAsOwner(database, `update audit_events set actor_id = 'stf_2' where id = 5`);
  const before = await partitions(database);
  await expect(archive()).rejects.toThrow('altered');
  await queryAsOwner(database, `update audit_events set actor_id = 'stf_1' where id = 5`);
  await writeAsOwner(database, 0, 'now()');
  await expect(archive()).rejects.toThrow('without a seal');
  expect(await partitions(database)).toEqual(before);
  expect(await readdir(folder)).toEqual([]);
});

describe('E-10.1953: a copy of the audit in another store', () => {
  /** A sealed audit of 50 rows with a job that copies it, and its folder. */
  async function copiedAudit() {
    const { database, archive } = await oldAudit();
    const folder = await mkdtemp(path.join(tmpdir(), 'simiente-copy-'));
    const scratchFolder = await mkdtemp(path.join(tmpdir(), 'simiente-copy-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    onTestFinished(() => rm(scratchFolder, { recursive: true, force: true }));
    const store = openLocalFileStore(folder);
    const options = { pool: database.pool, keys, scratchFolder };
    const copy = (putFile = store.putFile) =>
      auditCopy({ ...options, openStore: async () => ({ putFile }) }).run(
        AbortSignal.timeout(600_000),
      );
    await copy();
    const compare = () => verify(database, { archives: readArchives(folder) });
    return { database, folder, archive, store, copy, compare };
  }

  test('gets the new rows with each run, and no file without new rows', async () => {
    const { database, folder, copy, compare } = await copiedAudit();
    await write(database, 5);
    await sealAll({ ...database, keys, checkpoints: '' });
    expect(await copy()).toEqual({ copied: 5 });
    expect(await copy()).toEqual({ copied: 0 });
    expect(await readdir(folder)).toHaveLength(2);
    expect(await compare()).toMatchObject({ checked: 55, findings: 0 });
  });

  test('reveals rows that the owner of the database changed, resealed or removed', async () => {
    const { database, compare } = await copiedAudit();
    await queryAsOwner(
      database,
      `alter table audit_events disable trigger user;
       update audit_events set actor_id = 'stf_2' where id = 7;
       delete from audit_events where id = 8;`,
    );
    expect((await compare()).found).toEqual([
      { kind: 'altered', seq: 7, eventId: 7 },
      { kind: 'removed', seq: 8, eventId: 8 },
    ]);
  });

  test('is complete after a run that stopped before recording what it stored', async () => {
    const { database, folder, store, copy, compare } = await copiedAudit();
    await write(database, 5);
    await sealAll({ ...database, keys, checkpoints: '' });
    const interrupted = copy(async (key, file) => {
      await store.putFile(key, file);
      throw new Error('killed');
    });
    await expect(interrupted).rejects.toThrow('killed');
    await write(database, 5);
    await sealAll({ ...database, keys, checkpoints: '' });
    expect(await copy()).toEqual({ copied: 10 });
    expect(await readdir(folder)).toHaveLength(3);
    expect(await compare()).toMatchObject({ checked: 60, findings: 0 });
  });

  test('continues after rows left the database for the archives', async () => {
    const { database, archive, copy, compare } = await copiedAudit();
    await archive();
    await sealAll({ ...database, keys, checkpoints: '' });
    expect(await copy()).toEqual({ copied: 1 });
    expect(await compare()).toMatchObject({ checked: 51, findings: 0 });
  });
});
