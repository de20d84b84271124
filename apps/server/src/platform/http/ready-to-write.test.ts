import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorBody } from '@simiente/contract/common/errors';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startApplication } from '../../testing/application.ts';
import { asOwner } from '../../testing/database.ts';
import { openDatabase } from '../database/database.ts';
import { migrateDatabase } from '../database/migrate.ts';
import { findBinaries } from '../postgres/binaries.ts';
import { layoutOf } from '../postgres/layout.ts';
import { chooseEndpoint, startPostmaster, stopPostmaster } from '../postgres/postmaster.ts';
import { chooseRunAs } from '../postgres/run-as.ts';
import { open, query, temporaryDataDir } from '../postgres/testing/data-folder.ts';
import type { FileStore } from '../storage/storage.ts';
import { createReadiness } from './readiness.ts';

const log = pino({ level: 'silent' });
const store = { check: async () => {} } as FileStore;

test('T-K9: a server without an account is not ready, and is with its first one', async () => {
  const { app, database } = await startApplication();
  const status = async () => (await app.inject({ url: '/health/ready' })).statusCode;
  const [account] = await asOwner<{ row: string }>(
    database,
    'select to_jsonb(s)::text as row from staff s',
  );
  await asOwner(database, 'delete from staff');
  expect(await status()).toBe(503);
  expect((await app.inject({ url: '/health/live' })).statusCode).toBe(200);
  await asOwner(
    database,
    'insert into staff select * from jsonb_populate_record(null::staff, $1::jsonb)',
    [account?.row],
  );
  expect(await status()).toBe(200);
});

test('T-K9: a server with a read-only database is not ready until it takes writes again', async () => {
  const { app, database } = await startApplication();
  const readOnly = async (state: 'on' | 'off') => {
    await asOwner(
      database,
      `begin read write;
       do $$ begin execute format('alter database %I set default_transaction_read_only = ${state}', current_database()); end $$;
       commit`,
    );
    // The setting applies to new connections.
    await asOwner(
      database,
      `set default_transaction_read_only = off;
       select pg_terminate_backend(pid, 30000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    );
  };
  await readOnly('on');
  const answer = await app.inject({ url: '/health/ready' });
  expect([answer.statusCode, answer.json()]).toEqual([503, errorBody('UNAVAILABLE')]);
  expect((await app.inject({ url: '/health/live' })).statusCode).toBe(200);
  await readOnly('off');
  expect((await app.inject({ url: '/health/ready' })).statusCode).toBe(200);
});

test('T-K9: a server whose database is a standby in recovery is not ready', async () => {
  const dataDir = await temporaryDataDir();
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

  const layout = await layoutOf(dataDir);
  await writeFile(path.join(layout.cluster, 'standby.signal'), '');
  const binaries = findBinaries();
  const cluster = { layout, binaries, runAs: await chooseRunAs(layout, binaries) };
  const { signal } = new AbortController();
  onTestFinished(() => stopPostmaster(cluster));
  expect(await startPostmaster(cluster, await chooseEndpoint(layout), { signal })).toBe('ready');
  expect(await query(app, 'select pg_is_in_recovery()')).toEqual([true]);
  await expect(check()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});
