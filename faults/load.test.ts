import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forLength } from '../scripts/test-length.mjs';
import { Client, expectGood } from './rig/client.ts';
import { runCommand } from './rig/command.ts';
import { DataFolder } from './rig/folder.ts';
import { storeLoadResult } from './rig/load-results.ts';
import { makePicture } from './rig/picture.ts';
import { seeded } from './rig/random.ts';
import { ADMIN, ServerProcess } from './rig/server.ts';

/** Concurrent clients, and the downloads of each. */
const CLIENTS = 200;
const DOWNLOADS = forLength(1, 10);
/** Files that one account may read in ten minutes, with a margin. */
const REQUESTS_PER_ACCOUNT = 500;
/**
 * More requests than one session may have running and waiting. `npm test` avoids 700, with which a busy machine is not
 * ready.
 */
const CROWD = forLength(350, 700);
const CROWD_DURATION = forLength(2_000, 30_000);
const MEGABYTE = 1024 * 1024;
/**
 * Maximum bytes by which a server's memory may grow while it answers; all downloads together are many times that.
 */
const MAX_GROWTH = 160 * MEGABYTE;

let folder: DataFolder;
let server: ServerProcess;
let url: string;
const cleanUps: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const whenDone = (cleanUp: () => Promise<void>) => cleanUps.push(cleanUp);
  folder = await DataFolder.make(whenDone);
  server = new ServerProcess({ dataDir: folder.path }, whenDone);
  url = await server.url();
});

afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
});

const newAgent = () => new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** Sends a request on its own connection, and returns the answer before its body. */
async function get(agent: Agent, path: string, client: Client): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = { authorization: client.authorization };
  request(`${url}${path}`, { agent, headers }, resolve).on('error', reject).end();
  return promise;
}

async function countBytes(answer: IncomingMessage): Promise<number> {
  let size = 0;
  for await (const chunk of answer) size += chunk.length;
  return size;
}

/** Accounts that may read this many files together. */
async function accountsFor(files: number): Promise<(typeof ADMIN)[]> {
  const accounts = [ADMIN];
  while (accounts.length * REQUESTS_PER_ACCOUNT < files) {
    const email = `persona${accounts.length}@simiente.example`;
    const args = ['staff', 'add', '--email', email, '--name', 'Persona'];
    const { code, output } = await runCommand(args, { DATA_DIR: folder.path });
    const [, password = ''] = /una sola vez\): (.+)$/m.exec(output) ?? [];
    expect(code, output).toBe(0);
    accounts.push({ email, password });
  }
  return accounts;
}

/** A file of about two megabytes. @returns its address, and its bytes */
async function upload(client: Client) {
  const { body } = expectGood(
    await client.send({
      method: 'POST',
      path: '/v1/user/create',
      payload: { name: 'Ana Pérez', email: null, phone: null },
    }),
  );
  const picture = makePicture(seeded(1).next, 2_000, 1_000);
  const form = new FormData();
  form.append('idUser', body.data.patient.idUser);
  form.append('examType', 'Seminograma');
  form.append('file', new Blob([Buffer.from(picture)], { type: 'image/png' }), 'estudio.png');
  const created = expectGood(await client.send({ method: 'POST', path: '/v1/exam/create', form }));
  return { path: created.body.data.exam.fileUrl as string, size: picture.length };
}

describe('a server under load', () => {
  test('T-I1: sends 200 clients their files with a bounded growth of memory', async () => {
    const people = await Promise.all(
      (await accountsFor(CLIENTS * DOWNLOADS)).map((one) => new Client(() => url).signIn(one)),
    );
    const [first] = people;
    if (!first) throw new Error('Nobody is signed in');
    const { path, size } = await upload(first);
    const agent = newAgent();
    await countBytes(await get(agent, path, first));
    const before = await server.memory();
    const began = performance.now();
    let fetched = 0;
    let rejected = 0;
    let peak = before.rss;
    const clients = Array.from({ length: CLIENTS }, async (_, at) => {
      const client = people[at % people.length] ?? first;
      for (let time = 0; time < DOWNLOADS; ) {
        const answer = await get(agent, path, client);
        const arrived = await countBytes(answer);
        if (answer.statusCode === 503) {
          rejected += 1;
          await delay(Number(answer.headers['retry-after']) * 1000);
          continue;
        }
        expect([answer.statusCode, arrived]).toEqual([200, size]);
        fetched += 1;
        time += 1;
      }
    });
    let over = false;
    const all = Promise.all(clients).finally(() => {
      over = true;
    });
    while (!over) {
      peak = Math.max(peak, (await server.memory()).rss);
      await delay(250);
    }
    await all;
    agent.destroy();
    storeLoadResult('T-I1', `${CLIENTS} clients downloading`, {
      downloads: fetched,
      'MB in all': Math.round((fetched * size) / MEGABYTE),
      'asked to retry later': rejected,
      'MB of memory more, at most': Math.round((peak - before.rss) / MEGABYTE),
      seconds: Math.round((performance.now() - began) / 1000),
    });
    expect(fetched).toBe(CLIENTS * DOWNLOADS);
    expect(peak - before.rss).toBeLessThan(MAX_GROWTH);
  });

  test('rejects requests beyond its capacity, answers light clients, lets users sign in, and survives', async () => {
    const [crowd, other] = await Promise.all([
      new Client(() => url).signIn(),
      new Client(() => url).signIn(),
    ]);
    const agent = newAgent();
    const statuses = new Map<number, number>();
    let over = false;
    const clients = Array.from({ length: CROWD }, async () => {
      while (!over) {
        const answer = await get(agent, '/v1/user/list?search=ana', crowd);
        await text(answer);
        const { statusCode = 0, headers } = answer;
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
        if (statusCode !== 503) continue;
        expect(Number(headers['retry-after'])).toBeGreaterThan(0);
        await delay(200);
      }
    });
    await expect.poll(() => statuses.get(503) ?? 0).toBeGreaterThan(0);
    const waits: number[] = [];
    const timed = async (send: () => Promise<{ status: number } | null>) => {
      const began = performance.now();
      // On a busy machine a request may get a slot only after a retry.
      await expect.poll(async () => (await send())?.status).toBe(200);
      waits.push(performance.now() - began);
    };
    const until = performance.now() + CROWD_DURATION;
    try {
      do {
        await timed(() => other.send({ method: 'GET', path: '/v1/doctor/list' }));
        await timed(() => fetch(`${url}/health/live`));
        await timed(() => fetch(`${url}/health/ready`));
        await timed(() => signIn());
      } while (performance.now() < until);
    } finally {
      over = true;
    }
    await Promise.all(clients);
    agent.destroy();
    storeLoadResult('Load', `${CROWD} clients of one session at once`, {
      '200 answers': statuses.get(200) ?? 0,
      '503 answers with Retry-After': statuses.get(503) ?? 0,
      'successful short reads and sign-ins of others': waits.length,
      'ms that they waited, at most': Math.round(Math.max(...waits)),
    });
    expect([...statuses.keys()].toSorted()).toEqual([200, 503]);

    function signIn() {
      return fetch(`${url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(ADMIN),
      });
    }
  });

  test('T-I2: rejects a page of ten million rows', async () => {
    const client = await new Client(() => url).signIn();
    for (const path of ['/v1/user/list', '/v1/doctor/list', '/v1/partner/list']) {
      const answer = await client.send({ method: 'GET', path: `${path}?limit=10000000` });
      expect(answer?.status).toBe(400);
    }
  });

  test('T-I4: survives an unhandled rejection, and logs it', async () => {
    server.send('reject');
    const [line] = await server.waitForOutput(/^\{.*"unhandled rejection".*\}$/m);
    expect(JSON.parse(line)).toMatchObject({ level: 50, faults: [{ name: 'Error' }] });
    // The reason of a rejection may quote typed text.
    expect(line).not.toContain('nobody awaits this');
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    expect(server.isAlive).toBe(true);
  });
});
