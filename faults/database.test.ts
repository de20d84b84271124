import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startProxy, type Wire } from '@simiente/server/testing/services/proxy';
import { Client as Connection } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forLength } from '../scripts/test-length.mjs';
import { Client, expectGood } from './rig/client.ts';
import { DataFolder } from './rig/folder.ts';
import { inspect } from './rig/inspect.ts';
import { Ledger } from './rig/ledger.ts';
import { OwnPostgres, toUrl } from './rig/postgres.ts';
import { newRandom } from './rig/random.ts';
import { startFault } from './rig/results.ts';
import { ServerProcess } from './rig/server.ts';
import { startWriters, type Writers } from './rig/writers.ts';

const WRITERS = 6;
const WRITES_BEFORE_FAULT = 15;
const POLLING = { interval: 200 };
const LIST = { method: 'GET', path: '/v1/user/list' } as const;

/** One server, through a proxy, on its own PostgreSQL; it survives every fault of this file. */
let postgres: OwnPostgres;
let wire: Wire;
let folder: DataFolder;
let server: ServerProcess;
let client: Client;
let url: string;
const cleanUps: (() => Promise<void>)[] = [];
const whenDone = (cleanUp: () => Promise<void>) => cleanUps.push(cleanUp);

beforeAll(async () => {
  postgres = await OwnPostgres.make(whenDone);
  wire = await startProxy(postgres.app, whenDone);
  folder = await DataFolder.makeEmpty(whenDone);
  const env = environment(toUrl(postgres.app, wire.config));
  server = new ServerProcess({ dataDir: folder.path, env }, whenDone);
  url = await server.url();
  client = await new Client(() => url).signIn();
});

afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
});

function environment(databaseUrl: string) {
  return {
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: toUrl(postgres.owner, postgres.owner),
    AUTH_SECRET: 'a secret of the faults, of forty letters',
    AUDIT_SECRET: 'another secret of the faults with forty letters',
  };
}

interface Fault {
  readonly id: string;
  readonly what: string;
  readonly fault: string;
  cause(): Promise<void>;
}

const faults: readonly Fault[] = [
  {
    id: 'T-H1',
    what: 'PostgreSQL restarted',
    fault: 'PostgreSQL restarted under load',
    async cause() {
      await postgres.stop();
      await delay(500);
      await postgres.start();
    },
  },
  {
    id: 'T-H1',
    what: 'every connection cut',
    fault: 'all database connections cut',
    cause: async () => wire.snap(),
  },
  {
    id: 'T-H2',
    what: 'the answer to a COMMIT lost',
    fault: 'connection lost right after COMMIT',
    async cause() {
      wire.cutAfter('commit');
      await delay(200);
    },
  },
  {
    id: 'T-H3',
    what: 'a slow network',
    fault: 'network with 150 ms more',
    async cause() {
      wire.delay(150);
      await delay(2_000);
      wire.delay(0);
    },
  },
];

describe('a server', () => {
  test.each(faults)(
    'T-H1, T-H2, T-H3: $id: recovers by itself from a fault of its database under load, without losing data: $what',
    async ({ id, fault, cause }) => {
      const random = newRandom();
      console.log(`${fault}: FAULTS_SEED=${random.seed}`);
      const result = startFault(id, fault, random.seed);
      const ledger = new Ledger();
      const writers = await startWriters({ client, ledger, random }, WRITERS);
      const times = forLength(1, 30);
      for (let time = 0; time < times; time += 1) {
        await writers.waitForAcknowledged(WRITES_BEFORE_FAULT);
        await delay(random.between(0, 200));
        await cause();
      }
      await writers.waitForAcknowledged(WRITES_BEFORE_FAULT);
      await writers.stop();
      const database = postgres.superuser;
      const findings = await inspect({ database, files: folder.files }, ledger);
      result.keep(times, ledger, findings);
      expect(findings).toEqual({ lost: [], wrong: [] });
      expect(server.isAlive).toBe(true);
    },
  );

  test('T-H3: answers 503 in bounded time while its database is silent, and recovers', async () => {
    const result = startFault('T-H3', 'silent network (black hole)');
    wire.swallow();
    const began = performance.now();
    const answers = await Promise.all(Array.from({ length: 30 }, () => client.send(LIST)));
    const seconds = (performance.now() - began) / 1000;
    expect(answers.map((answer) => answer?.status)).toEqual(answers.map(() => 503));
    for (const answer of answers) expect(Number(answer?.retryAfter)).toBeGreaterThan(0);
    // A query times out after 35 seconds, a concurrency slot and a connection after less than five each.
    expect(seconds).toBeLessThan(200);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    expect((await fetch(`${url}/health/ready`)).status).toBe(503);
    wire.release();
    await expect.poll(async () => (await client.send(LIST))?.status, POLLING).toBe(200);
    const ledger = new Ledger();
    ledger.unavailable = answers.length;
    result.keep(1, ledger, { lost: [], wrong: [] });
  });

  test('T-H5: answers 503 without a free connection, and recovers', async () => {
    const result = startFault('T-H5', 'all connections busy');
    const ledger = new Ledger();
    const random = newRandom();
    // Several users, because a single one cannot take all connections.
    const clients = await Promise.all(
      Array.from({ length: 3 }, () => new Client(() => url).signIn()),
    );
    const writers: Writers[] = [];
    for (const client of clients) {
      writers.push(await startWriters({ client: client, ledger, random }, 20));
    }
    const blocker = new Connection(postgres.owner);
    await blocker.connect();
    await blocker.query('begin; lock table patients in access exclusive mode');
    const before = ledger.unavailable;
    await expect.poll(() => ledger.unavailable - before, POLLING).toBeGreaterThan(20);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    await blocker.query('rollback');
    await blocker.end();
    await Promise.all(writers.map((some) => some.waitForAcknowledged(WRITES_BEFORE_FAULT)));
    await Promise.all(writers.map((some) => some.stop()));
    const database = postgres.superuser;
    const findings = await inspect({ database, files: folder.files }, ledger);
    result.keep(1, ledger, findings);
    expect(findings).toEqual({ lost: [], wrong: [] });
  });
});

test('T-H6: a server that finds its database down waits and reports it, creates no other, and starts when it is up', async () => {
  const result = startFault('T-H6', 'database down at start');
  await postgres.stop();
  const other = await DataFolder.makeEmpty();
  const env = environment(toUrl(postgres.app, postgres.app));
  const waiting = new ServerProcess({ dataDir: other.path, env });
  await waiting.waitForOutput(
    /^No se puede conectar con el PostgreSQL de DATABASE_URL \(ECONNREFUSED\).+Se sigue intentando\.$/m,
  );
  await delay(2_500);
  expect(waiting.isAlive).toBe(true);
  expect(waiting.output.trim().split('\n')).toHaveLength(1);
  expect(existsSync(path.join(other.path, 'postgres'))).toBe(false);
  await postgres.start();
  const address = await waiting.url();
  expect((await fetch(`${address}/health/ready`)).status).toBe(200);
  expect(existsSync(path.join(other.path, 'postgres'))).toBe(false);
  await expect.poll(async () => expectGood(await client.send(LIST)).status, POLLING).toBe(200);
  result.keep(1, new Ledger(), { lost: [], wrong: [] });
});
