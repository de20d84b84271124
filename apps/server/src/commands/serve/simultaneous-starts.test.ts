import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ClientConfig, PoolConfig } from 'pg';
import { pino } from 'pino';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openInstallation } from '../../bootstrap.ts';
import { readConfig } from '../../config.ts';
import { sealAll, startSealer } from '../../modules/audit/chain/sealer.ts';
import { connect } from '../../platform/database/connections/connect.ts';
import { createEmptyDatabase, queryAsOwner, toDatabaseUrl } from '../../testing/database.ts';
import { startJobs } from './jobs.ts';
import { prepareFirstAccount } from './welcome.ts';

const FAULTS: unknown[] = [];
const log = Object.assign(pino({ level: 'silent' }), {
  error: (...fault: unknown[]) => void FAULTS.push(fault),
});

/** Starts a server without listening for requests, and returns a function that stops it. */
async function start(owner: ClientConfig) {
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-start-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const config = readConfig({
    DATA_DIR: folder,
    DATABASE_URL: toDatabaseUrl({ owner: { ...owner, ...inject('testServer').app } }),
    DATABASE_OWNER_URL: toDatabaseUrl({ owner: owner as PoolConfig }),
    AUTH_SECRET: 'una llave de sesiones de las pruebas, larga',
    AUDIT_SECRET: 'una llave de la auditoría de las pruebas',
    ADMIN_PASSWORD: 'contraseña de prueba larga',
  });
  const installation = await openInstallation(config, 'server', log);
  const deps = { pool: installation.database.pool, ...installation.auditSeal };
  const tail = await sealAll(deps);
  const sealer = startSealer(deps, log, tail.progress);
  const services = { sealer, outbox: null, onChanges: () => () => {} };
  const stopJobs = await startJobs(config, installation, services, log);
  await prepareFirstAccount(config, installation, 'http://localhost');
  return async () => {
    await stopJobs();
    await sealer.stop();
    await installation.close();
  };
}

/** Runs transactions one after another, beside the test. @returns a function that stops them */
async function keepRunning(owner: ClientConfig, text: () => string) {
  const client = await connect(owner);
  let isStopped = false;
  const loop = (async () => {
    while (!isStopped) await client.query(text());
  })();
  const stop = async () => {
    isStopped = true;
    await loop.finally(() => client.end());
  };
  onTestFinished(() => stop().catch(() => {}));
  return stop;
}

const startFour = (owner: ClientConfig) =>
  Promise.all(Array.from({ length: 4 }, () => start(owner)));

test('E-10.2551: four servers start simultaneously on an empty database, and then on a used one during reads and writes', async () => {
  const { owner } = await createEmptyDatabase();
  const first = await startFour(owner);
  const countAccounts = 'select count(*)::int as accounts from staff';
  expect(await queryAsOwner({ owner }, countAccounts)).toEqual([{ accounts: 1 }]);
  const tables = (
    await queryAsOwner(
      { owner },
      `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
    )
  ).map(({ name }) => String(name));
  let number = 0;
  const stopWriter = await keepRunning(owner, () => {
    number += 1;
    return `insert into patients (id, name) values ('usr_${number}', 'Ana');
      insert into audit_events (actor_kind, action) values ('system', 'patient.created');
      delete from patients where id = 'usr_${number}'`;
  });
  let offset = 0;
  const stopReader = await keepRunning(owner, () => {
    offset = (offset + 7) % tables.length;
    const order = [...tables.slice(offset), ...tables.slice(0, offset)];
    return `begin; ${order.map((name) => `select from ${name} limit 1;`).join(' ')} commit`;
  });
  for (let round = 0; round < 2; round += 1) {
    const stops = await startFour(owner);
    await queryAsOwner({ owner }, 'update jobs set due_at = now()');
    await Promise.all(stops.map((stop) => stop()));
  }
  await stopWriter();
  await stopReader();
  await Promise.all(first.map((stop) => stop()));
  expect(FAULTS).toEqual([]);
  expect(await queryAsOwner({ owner }, countAccounts)).toEqual([{ accounts: 1 }]);
});
