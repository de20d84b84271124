import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { forLength } from '../scripts/test-length.mjs';
import { Client } from './rig/client.ts';
import { DataFolder } from './rig/folder.ts';
import { inspect } from './rig/inspect.ts';
import { Ledger } from './rig/ledger.ts';
import { OwnPostgres, toUrl } from './rig/postgres.ts';
import { newRandom } from './rig/random.ts';
import { startFault } from './rig/results.ts';
import { ServerProcess } from './rig/server.ts';
import { whenTestEnds } from './rig/when-done.ts';
import { startWriters } from './rig/writers.ts';

const TIMES = forLength(1, 30);
const WRITERS = 6;
const WRITES_BEFORE_FAULT = 15;

test('T-H4: two servers on one database, one killed repeatedly, lose nothing and assign no edit, time or id twice', async () => {
  const random = newRandom();
  const fault = 'two servers, one database: kill -9 of one';
  console.log(`${fault}: FAULTS_SEED=${random.seed}`);
  const result = startFault('T-H4', fault, random.seed);
  const postgres = await OwnPostgres.make(whenTestEnds);
  const folder = await DataFolder.makeEmpty();
  const env = {
    DATABASE_URL: toUrl(postgres.app, postgres.app),
    DATABASE_OWNER_URL: toUrl(postgres.owner, postgres.owner),
  };
  const start = async () => {
    const server = new ServerProcess({ dataDir: folder.path, env });
    return { server, url: await server.url() };
  };
  const running = await Promise.all([start(), start()]);
  const client = new Client(
    () => running[0].url,
    () => running[1].url,
  );
  const ledger = new Ledger();
  const writers = await startWriters({ client: await client.signIn(), ledger, random }, WRITERS);
  for (let time = 0; time < TIMES; time += 1) {
    await writers.waitForAcknowledged(WRITES_BEFORE_FAULT);
    await delay(random.between(0, 300));
    const target = random.between(0, 2);
    await running[target]?.server.kill();
    // The other server alone does all the work.
    await writers.waitForAcknowledged(WRITES_BEFORE_FAULT);
    running[target] = await start();
  }
  await writers.waitForAcknowledged(WRITES_BEFORE_FAULT);
  await writers.stop();
  const findings = await inspect({ database: postgres.superuser, files: folder.files }, ledger);
  result.keep(TIMES, ledger, findings);
  expect(findings).toEqual({ lost: [], wrong: [] });
});
