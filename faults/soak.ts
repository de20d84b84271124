import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Client, expectGood } from './rig/client.ts';
import { DataFolder } from './rig/folder.ts';
import { Ledger } from './rig/ledger.ts';
import { storeLoadResult } from './rig/load-results.ts';
import { newRandom } from './rig/random.ts';
import { ServerProcess } from './rig/server.ts';
import { fitSlope } from './rig/slope.ts';
import { startWriters } from './rig/writers.ts';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 10);
/** Milliseconds after which caches, pools and compiled code of a server grow no further. */
const WARM_UP = 90_000;
const SAMPLE_EVERY = 5_000;
const WRITERS = 4;
const READERS = 8;
/** Milliseconds until a rejected client retries. */
const RETRY_DELAY = 500;
const READS = [
  '/v1/user/list',
  '/v1/user/list?search=editada',
  '/v1/doctor/list',
  '/v1/user/get-all',
];
const MEGABYTE = 1024 * 1024;
/** Megabytes by which memory may grow in an hour, at the measured rate. */
const MAX_GROWTH_PER_HOUR = { heap: 60, rss: 240 };

test(`a server that works for ${MINUTES} minutes keeps the growth of its memory below the limit`, async () => {
  const folder = await DataFolder.make();
  const server = new ServerProcess({ dataDir: folder.path });
  const url = await server.url();
  const client = await new Client(() => url).signIn();
  const ledger = new Ledger();
  const writers = await startWriters({ client, ledger, random: newRandom() }, WRITERS);
  let reads = 0;
  let over = false;
  const readers = Array.from({ length: READERS }, async () => {
    while (!over) {
      for (const path of READS) {
        const answer = await client.send({ method: 'GET', path });
        // A busy machine rejects some calls, and the list of all patients is rate-limited.
        if (answer?.status === 503 || answer?.status === 429) await delay(RETRY_DELAY);
        else reads += Number(expectGood(answer).status === 200);
      }
    }
  });
  await delay(WARM_UP);
  const samples: { readonly hours: number; readonly heap: number; readonly rss: number }[] = [];
  const began = performance.now();
  const lasts = MINUTES * 60_000;
  for (let past = 0; past < lasts; past = performance.now() - began) {
    const { heap, rss } = await server.memory();
    samples.push({ hours: past / 3_600_000, heap: heap / MEGABYTE, rss: rss / MEGABYTE });
    await delay(SAMPLE_EVERY);
  }
  over = true;
  await Promise.all(readers);
  await writers.stop();
  await server.stop();
  const findings = await folder.inspect(ledger);

  const growth = {
    heap: fitSlope(samples.map(({ hours, heap }) => [hours, heap])),
    rss: fitSlope(samples.map(({ hours, rss }) => [hours, rss])),
  };
  storeLoadResult('Soak', `${MINUTES} minutes of continuous work`, {
    'acknowledged writes': ledger.acknowledged,
    'lost writes': findings.lost.length,
    reads: reads,
    samples: samples.length,
    'MB of heap at the beginning': round(samples[0]?.heap),
    'MB of heap at the end': round(samples.at(-1)?.heap),
    'MB of heap more per hour (regression)': round(growth.heap),
    'MB of RSS at the beginning': round(samples[0]?.rss),
    'MB of RSS at the end': round(samples.at(-1)?.rss),
    'MB of RSS more per hour (regression)': round(growth.rss),
  });
  expect(findings).toEqual({ lost: [], wrong: [] });
  expect(growth.heap).toBeLessThan(MAX_GROWTH_PER_HOUR.heap);
  expect(growth.rss).toBeLessThan(MAX_GROWTH_PER_HOUR.rss);
});

const round = (megabytes = Number.NaN) => Math.round(megabytes * 10) / 10;
