import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorBody } from '@simiente/contract/common/errors';
import { Client, escapeIdentifier } from 'pg';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openInstallation } from '../../bootstrap.ts';
import { readConfig } from '../../config.ts';
import { startApplication } from '../../testing/application.ts';
import { queryAsOwner, setReadOnly, toDatabaseUrl } from '../../testing/database.ts';
import { openDatabase } from '../database/database.ts';
import { migrateDatabase } from '../database/migrating/migrate.ts';
import { findBinaries } from '../postgres/binaries.ts';
import { resolveLayout } from '../postgres/layout.ts';
import { chooseEndpoint, startPostmaster, stopPostmaster } from '../postgres/postmaster.ts';
import { chooseRunAs } from '../postgres/run-as.ts';
import { open, postmasterPid, preparedDataDir, query } from '../postgres/testing/data-folder.ts';
import type { FileStore } from '../storage/storage.ts';
import { createReadiness } from './readiness.ts';

const log = pino({ level: 'silent' });
const store = { check: async () => {} } as FileStore;

test('T-K9: a server without an account is not ready until its first account exists', async () => {
  const { app, database } = await startApplication();
  const status = async () => (await app.inject({ url: '/health/ready' })).statusCode;
  const [account] = await queryAsOwner<{ row: string }>(
    database,
    'select to_jsonb(s)::text as row from staff s',
  );
  await queryAsOwner(database, 'delete from staff');
  expect(await status()).toBe(503);
  expect((await app.inject({ url: '/health/live' })).statusCode).toBe(200);
  await queryAsOwner(
    database,
    'insert into staff select * from jsonb_populate_record(null::staff, $1::jsonb)',
    [account?.row],
  );
  expect(await status()).toBe(200);
});

test('T-K9: a server with a read-only database is not ready until it accepts writes again', async () => {
  const { app, database, staff } = await startApplication();
  await setReadOnly(database, 'on');
  const answer = await app.inject({ url: '/health/ready' });
  expect([answer.statusCode, answer.json()]).toEqual([503, errorBody('UNAVAILABLE')]);
  expect((await app.inject({ url: '/health/live' })).statusCode).toBe(200);
  const change = await staff.request({
    method: 'POST',
    url: '/v1/user/create',
    payload: { name: 'Ana Ruiz', email: null, phone: null, status: 1 },
  });
  expect([change.statusCode, change.json()]).toEqual([503, errorBody('UNAVAILABLE')]);
  await setReadOnly(database, 'off');
  expect((await app.inject({ url: '/health/ready' })).statusCode).toBe(200);
});

test('T-K9: a server whose PostgreSQL is stopping, and rejects new connections, is not ready', async () => {
  const dataDir = await preparedDataDir();
  const { owner, app } = await open(dataDir);
  await migrateDatabase({ owner, appRole: app.user });
  await query(
    owner,
    `insert into staff (id, name, email) values ('stf_1', 'Ana', 'ana@x.example')`,
  );
  const { db, pool, close } = openDatabase({ ...app, idleTimeoutMillis: 0 }, log);
  onTestFinished(close);
  const isReady = createReadiness({ db, store, isDraining: () => false, log });
  await isReady();
  const postmaster = await postmasterPid(dataDir);
  // The signal of `pg_ctl stop --mode=smart`, which waits until open connections end.
  process.kill(postmaster ?? Number.NaN, 'SIGTERM');
  await expect
    .poll(() => query(app, 'select 1').catch((fault) => fault))
    .toMatchObject({ code: '57P03' });
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  // A good answer is cached for some seconds.
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  onTestFinished(() => now.mockRestore());
  await expect(isReady()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('T-K9: a server stays ready while its PostgreSQL has no connection left for a new one', async () => {
  const { app, database } = await startApplication();
  await database.pool.query('select 1');
  const name = escapeIdentifier(String(database.app.database));
  await queryAsOwner(database, `alter database ${name} connection limit 0`);
  const beyond = new Client(database.app);
  await expect(beyond.connect()).rejects.toMatchObject({ code: '53300' });
  expect((await app.inject({ url: '/health/ready' })).statusCode).toBe(200);
});

test('T-K9: a server whose database is a standby in recovery is not ready, and no server starts on it', async () => {
  const dataDir = await preparedDataDir();
  const postgres = await open(dataDir);
  const { owner, app } = postgres;
  await migrateDatabase({ owner, appRole: app.user });
  await query(
    owner,
    `insert into staff (id, name, email) values ('stf_1', 'Ana', 'ana@x.example')`,
  );
  const check = async () => {
    const { db, close } = openDatabase(app, log);
    const ready = createReadiness({ db, store, isDraining: () => false, log });
    await ready().finally(close);
  };
  await check();
  await postgres.close();

  const layout = await resolveLayout(dataDir);
  await writeFile(path.join(layout.cluster, 'standby.signal'), '');
  const binaries = findBinaries();
  const cluster = { layout, binaries, runAs: await chooseRunAs(layout, binaries) };
  const { signal } = new AbortController();
  onTestFinished(() => stopPostmaster(cluster));
  expect(await startPostmaster(cluster, await chooseEndpoint(layout), { signal })).toBe('ready');
  expect(await query(app, 'select pg_is_in_recovery()')).toEqual([true]);
  await expect(check()).rejects.toMatchObject({ code: 'UNAVAILABLE' });

  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: toDatabaseUrl({ owner }) });
  await expect(openInstallation(config, 'tool', log)).rejects.toMatchObject({
    code: 'database-read-only',
    message:
      'El PostgreSQL de DATABASE_URL es una réplica o se está recuperando, y no acepta cambios: usa la dirección del servidor principal, o espera a que termine.',
  });
});
