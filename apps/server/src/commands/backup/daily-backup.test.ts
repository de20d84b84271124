import { mkdir, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { Client, type PoolConfig } from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { type Config, readConfig } from '../../config.ts';
import { markDemo } from '../../modules/import/demo/demo-mark.ts';
import { backupName, listBackups } from '../../platform/backup/kept-backups.ts';
import { checkBackup } from '../../platform/backup/save-backup.ts';
import type { Database } from '../../platform/database/database.ts';
import { announceJob, beginRun, recordFailure } from '../../platform/jobs/job-state.ts';
import { never, temporaryFolder } from '../../testing/backups/backups.ts';
import { createTestDatabase, queryAsOwner } from '../../testing/database.ts';
import { LONG_WAIT } from '../../testing/long-wait.ts';
import { addPatient } from '../../testing/records.ts';
import { readStatus } from '../status.ts';
import { DAILY_BACKUP, dailyBackup, runCommand } from './daily-backup.ts';

const HOUR = 3_600_000;

function toUrl({ user, password, host = '', port, database }: PoolConfig): string {
  const url = new URL(`postgres://localhost:${port}/${database}`);
  url.username = String(user);
  url.password = String(password);
  url.searchParams.set('host', host);
  return url.href;
}

/** The state and text of the backup check. */
async function readNotice(config: Config, db: Database): Promise<string> {
  const [check] = await readStatus({ config, db }, ['backup']);
  return `${check?.state} ${check?.detail}`;
}

/** The environment of an installation on an external PostgreSQL. */
async function installation() {
  const database = await createTestDatabase();
  const backups = path.join(await temporaryFolder(), 'backups');
  const environment = {
    ...process.env,
    DATA_DIR: await temporaryFolder(),
    DATABASE_URL: toUrl(database.app),
    // The server runs without the owner's database URL.
    DATABASE_OWNER_URL: undefined,
    BACKUP_DIR: backups,
    BACKUP_DAILY: '1',
    LOG_LEVEL: 'silent',
  };
  const config = readConfig(environment);
  const job = dailyBackup(config, database.db, environment);
  const notice = (changes: Partial<Config> = {}) =>
    readNotice({ ...config, ...changes }, database.db);
  return { database, backups, job, notice };
}

describe('the daily backup', () => {
  test('E-10.191, E-10.1330, T-G7: is made by a separate process, complete, audited, and reported at the start', async () => {
    const { database, backups, job, notice } = await installation();
    expect(await notice()).toContain('Todavía no hay ninguno');
    await addPatient(database.db);
    await job.run(never);
    const [backup] = await listBackups(backups);
    const { manifest } = await checkBackup(path.join(backups, backup?.name ?? ''), null);
    expect(manifest.tables).toContainEqual(expect.objectContaining({ name: 'patients', rows: 1 }));
    expect(
      await queryAsOwner(
        database,
        `select actor_kind, details from audit_events where action = 'data.backed_up'`,
      ),
    ).toEqual([{ actor_kind: 'system', details: { encrypted: false } }]);
    expect(await notice()).toMatch(/^ok .+, en /);
    const old = backupName(new Date(Date.now() - 49 * HOUR));
    await rename(path.join(backups, backup?.name ?? ''), path.join(backups, old));
    expect(await notice()).toMatch(/^fault .+: hace más de dos días/);
  });

  test('T-G7: reports a missing backup of an external database at the start, until the configuration decides', async () => {
    const { database } = await installation();
    const noticeWith = (BACKUP_DAILY?: string) =>
      readNotice(readConfig({ DATABASE_URL: toUrl(database.app), BACKUP_DAILY }), database.db);
    expect(await noticeWith()).toMatch(/^fault Simiente no tiene ningún respaldo/);
    expect(await noticeWith('0')).toMatch(/^off /);
    expect(await noticeWith('1')).not.toContain('no tiene ningún respaldo');
  });

  test('E-10.1541: deletes expired backups once there is a new one, but fails and keeps older backups if its audit is incomplete', async () => {
    const { database, backups, job } = await installation();
    await mkdir(backups);
    const today = Math.floor(Date.now() / (24 * HOUR)) * 24 * HOUR;
    const older = Array.from({ length: 40 }, (_, day) =>
      backupName(new Date(today - (day + 1) * 24 * HOUR)),
    );
    for (const name of older) await writeFile(path.join(backups, name), 'an older one');
    const partialFile = path.join(backups, `.${older[0]}.0a1b0a1b0a1b.partial`);
    await writeFile(partialFile, 'half');
    await utimes(partialFile, new Date(0), new Date(0));
    await addPatient(database.db);
    await job.run(never);
    const left = await readdir(backups);
    expect(left.length).toBeLessThanOrEqual(11);
    expect(left).not.toContain(path.basename(partialFile));
    expect(left).toEqual(expect.arrayContaining(older.slice(0, 5)));
    await queryAsOwner(
      database,
      `alter table audit_events disable trigger all;
       update audit_events set action = 'data.restored' where id = (select min(id) from audit_events)`,
    );
    await expect(job.run(never)).rejects.toMatchObject({ code: 'backup-audit-broken' });
    expect(await readdir(backups)).toHaveLength(left.length + 1);
  });

  test('E-10.191: reports at the next start why it failed', async () => {
    const { database, backups, job, notice } = await installation();
    await writeFile(backups, 'a file where the folder should be');
    await expect(job.run(never)).rejects.toMatchObject({ code: 'backup-unwritable' });
    // The rows that the job runner writes.
    await announceJob(database.db, job);
    await database.db.execute(sql`update jobs set due_at = now()`);
    await beginRun(database.db, DAILY_BACKUP);
    await recordFailure(database.db, DAILY_BACKUP, 'backup-unwritable');
    expect(await notice()).toContain('fault No se puede leer la carpeta de los respaldos');
    await rm(backups);
    expect(await notice()).toContain('fault El último falló: no se podía escribir en la carpeta.');
  });

  test('ends without a file when the server stops', async () => {
    const { database, backups, job } = await installation();
    // Blocks the backup midway.
    const holder = new Client(database.owner);
    await holder.connect();
    await holder.query('begin; lock table patients in access exclusive mode');
    const controller = new AbortController();
    const run = job.run(controller.signal);
    run.catch(() => {});
    const lockWaits = `select 1 from pg_stat_activity where datname = current_database()
      and application_name = 'simiente-backup' and wait_event_type = 'Lock'`;
    await vi.waitFor(
      async () => expect((await queryAsOwner(database, lockWaits)).length).toBeGreaterThan(0),
      { ...LONG_WAIT, interval: 50 },
    );
    controller.abort();
    await expect(run).rejects.toThrow();
    await holder.end();
    expect(await readdir(backups).catch(() => [])).toEqual([]);
  });

  test('E-10.1542: is not made for demo data, which a production start reports as a fault', async () => {
    const { database, backups, job, notice } = await installation();
    await database.db.transaction(markDemo);
    expect(await job.run(never)).toEqual({ demo: true });
    expect(await listBackups(backups)).toEqual([]);
    expect(await notice()).toBe('off Esta instalación es de prueba y no se respalda.');
    expect(await notice({ production: true })).toMatch(/^fault Esta base tiene datos inventados/);
  });
});

test('E-10.3644: a failed base copy reports its reason to the server, as a failed daily backup does', async () => {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATA_DIR: await temporaryFolder() };
  const base = runCommand(['backup', '--base'], env, never);
  await expect(base).rejects.toMatchObject({ code: 'wal-archive-none' });
});
