import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { forLength } from '../scripts/test-length.mjs';
import { ATTACKS, type Attack } from './rig/attacks.ts';
import { Client, expectGood } from './rig/client.ts';
import { DataFolder } from './rig/folder.ts';
import { storeLoadResult } from './rig/load-results.ts';
import { ServerProcess } from './rig/server.ts';

const ATTACKERS = fileURLToPath(new URL('./rig/attackers.ts', import.meta.url));
/** Concurrent connections. */
const CONNECTIONS = 8;
/** Measured requests of each kind, and those before them, which compile the code. */
const REQUESTS = forLength(15, 200);
const WARM_UP = 20;
const PATIENTS = forLength(30, 1000);
/** Whole records and lists of all patients that a person may read in ten minutes. */
const MAX_READ = 30;
/** Sequential requests of a user. */
const READINGS = forLength(25, 300);
/**
 * Limit of the CPU milliseconds of a kind's cheapest request, which are 1 to 4; reading bodies of half a megabyte would
 * take 33 to 86. The average is no measure, because a busy machine evicts caches.
 */
const MAX_BEST_COST = 30;

let server: ServerProcess;
let url: string;
let person: Client;
const cleanUps: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const whenDone = (cleanUp: () => Promise<void>) => cleanUps.push(cleanUp);
  const folder = await DataFolder.make(whenDone);
  const env = { DEMO: '1', DEMO_PATIENTS: String(PATIENTS) };
  server = new ServerProcess({ dataDir: folder.path, env }, whenDone);
  url = await server.url();
  person = await new Client(() => url).signIn();
});

afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
});

async function attack({ method, path, headers, body }: Attack): Promise<number> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body ?? null,
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Milliseconds of each of a user's reads, in ascending order. */
async function read(): Promise<number[]> {
  const waits: number[] = [];
  for (let time = 0; time < READINGS; time += 1) {
    const began = performance.now();
    expectGood(await person.send({ method: 'GET', path: '/v1/user/list' }));
    waits.push(performance.now() - began);
  }
  return waits.toSorted((one, other) => one - other);
}

const tenths = (milliseconds: number) => Math.round(milliseconds * 10) / 10;
const median = (sorted: readonly number[]) => tenths(sorted[Math.floor(sorted.length / 2)] ?? 0);
const p99 = (sorted: readonly number[]) => tenths(sorted[Math.floor(sorted.length * 0.99)] ?? 0);
const longest = (sorted: readonly number[]) => tenths(sorted.at(-1) ?? 0);

describe('T-K4: requests without a session', () => {
  test('each request costs a few milliseconds of CPU time, whatever it sends', async () => {
    const used: Record<string, number> = {};
    const cheapest: Record<string, number> = {};
    for (const kind of ATTACKS) {
      for (let time = 0; time < WARM_UP; time += 1) await attack(kind);
      const costs: number[] = [];
      for (let time = 0; time < REQUESTS; time += 1) {
        const before = await server.cpuTime();
        expect.soft(await attack(kind), kind.name).toBe(kind.status);
        costs.push((await server.cpuTime()) - before);
      }
      used[kind.name] = tenths(costs.reduce((sum, cost) => sum + cost) / REQUESTS);
      cheapest[kind.name] = tenths(Math.min(...costs));
    }
    storeLoadResult('T-K4', 'ms of processor per request without a session', used);
    for (const [name, milliseconds] of Object.entries(cheapest)) {
      expect.soft(milliseconds, name).toBeLessThan(MAX_BEST_COST);
    }
  });

  test('on eight connections they do not delay a user', async () => {
    await readBeside('T-K4', 'attacking connections');
  });
});

test('T-K5: a stolen session on eight connections gets little, and does not delay a user', async () => {
  const thief = await new Client(() => url).signIn();
  const list = expectGood(await person.send({ method: 'GET', path: '/v1/user/list?limit=1' }));
  const [patient] = list.body.data.userData;
  const count = await readBeside('T-K5', 'connections of a stolen session', [
    thief.authorization,
    patient.idUser,
  ]);
  // On a busy machine the user's reads may end before the thief's limit.
  await expect.poll(async () => (await count())[429] ?? 0).toBeGreaterThan(0);
  const { 200: read = 0, 429: refused = 0 } = await count();
  storeLoadResult('T-K5', `What ${CONNECTIONS} connections of a stolen session got`, {
    read,
    refused,
  });
  expect(read).toBeLessThanOrEqual(MAX_READ);
});

/**
 * A user's reads, first without attackers and then beside them.
 * @returns counts the attackers' answers by status
 */
async function readBeside(id: string, attack: string, args: readonly string[] = []) {
  await read();
  const alone = await read();
  const attackers = fork(ATTACKERS, [url, String(CONNECTIONS), ...args]);
  onTestFinished(async () => {
    const exit = once(attackers, 'exit');
    attackers.kill();
    await exit;
  });
  await once(attackers, 'message');
  const beside = await read();
  storeLoadResult(id, `A user beside ${CONNECTIONS} ${attack}`, {
    'ms of a list alone, median': median(alone),
    'ms of a list alone, at most': longest(alone),
    'ms of a list beside the attack, median': median(beside),
    'ms of a list beside the attack, p99': p99(beside),
    'ms of a list beside the attack, at most': longest(beside),
  });
  return async () => {
    const answer = once(attackers, 'message');
    attackers.send('count');
    const [answers] = await answer;
    return answers as Record<number, number>;
  };
}
