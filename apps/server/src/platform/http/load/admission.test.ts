import { connect } from 'node:net';
import { errorBody } from '@simiente/contract/common/errors';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { signIn, startApplication } from '../../../testing/application.ts';
import { queryAsOwner } from '../../../testing/database.ts';
import { LONG_WAIT } from '../../../testing/long-wait.ts';

const LIMITS = { all: 2, retryAfter: 2, perClient: 2, waiting: 6, maxWait: 60_000 };
const LIST = { url: '/v1/user/list' };

/** The form of a visitor without a session. */
const payload = { name: 'Ana Pérez', phone: '5512345678', consent: true, consentVersion: '1' };

/** The application with a locked table, so that a request that needs it keeps its concurrency slot. */
async function startBlocked(requestSlotLimits = LIMITS, table = 'patients') {
  const started = await startApplication({ requestSlotLimits });
  const blocker = new Client(started.database.owner);
  await blocker.connect();
  onTestFinished(() => blocker.end());
  await blocker.query(`begin; lock table ${table} in access exclusive mode`);
  const countWaiting = async () => {
    const rows = await queryAsOwner(
      started.database,
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length;
  };
  return { ...started, countWaiting, unblock: () => blocker.query('rollback') };
}

describe('more requests than the server can answer', () => {
  test('surplus requests get a 503 with Retry-After, and admitted ones are answered', async () => {
    const { staff, countWaiting, unblock } = await startBlocked();
    const answers = Array.from({ length: 9 }, () => staff.request(LIST));
    await vi.waitFor(async () => expect(await countWaiting()).toBe(2), LONG_WAIT);
    const rejected = await Promise.race(answers);
    expect(rejected.statusCode).toBe(503);
    expect(rejected.json()).toEqual(errorBody('UNAVAILABLE'));
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    await unblock();
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 200, 503, 503, 503, 503]);
  });

  test("one user's requests leave slots to other users, also to sign in", async () => {
    const { app, staff, signInAs, countWaiting, unblock } = await startBlocked({
      ...LIMITS,
      perClient: 1,
    });
    const other = await signInAs('otro@simiente.example');
    const answers = Array.from({ length: 4 }, () => staff.request(LIST));
    await vi.waitFor(async () => expect(await countWaiting()).toBe(1), LONG_WAIT);
    expect((await other.request({ url: '/v1/partner/list' })).statusCode).toBe(200);
    expect((await signIn(app, { email: other.email })).statusCode).toBe(200);
    await unblock();
    await Promise.all(answers);
  });

  test('T-K4: a client with invented sessions has the share of one client', async () => {
    const { app, staff, unblock } = await startBlocked(
      { all: 4, retryAfter: 2, perClient: 1, waiting: 20, maxWait: 60_000 },
      'prospects',
    );
    const token = `${'a'.repeat(32)}.${'b'.repeat(43)}=`;
    const strangers = [
      {},
      { authorization: 'Bearer a.b' },
      { authorization: `Bearer ${token}` },
      { cookie: 'simiente.session_token=a.b' },
      { cookie: `simiente.session_token=${encodeURIComponent(token)}` },
    ].map((headers) => app.inject({ method: 'POST', url: '/v1/prospects', payload, headers }));
    const readSlots = async () => (await app.metrics.read()).match(/^simiente_turns\{.*$/gm);
    await expect
      .poll(readSlots)
      .toEqual(['simiente_turns{state="busy"} 1', 'simiente_turns{state="queued"} 4']);
    expect((await staff.request(LIST)).statusCode).toBe(200);
    await unblock();
    for (const answer of await Promise.all(strangers)) expect(answer.statusCode).toBe(200);
  });

  test('T-I3: surplus requests do not delay routes without queries, nor readiness', async () => {
    const { app, staff, countWaiting, unblock } = await startBlocked({ ...LIMITS, waiting: 0 });
    const answers = [staff.request(LIST), staff.request(LIST)];
    await vi.waitFor(async () => expect(await countWaiting()).toBe(2), LONG_WAIT);
    expect((await staff.request({ url: '/v1/partner/list' })).statusCode).toBe(503);
    for (const url of ['/health/live', '/health/ready']) {
      expect((await app.inject({ url })).statusCode).toBe(200);
    }
    expect((await app.inject({ url: '/v1/none' })).statusCode).toBe(404);
    await unblock();
    await Promise.all(answers);
  });

  test('a request takes no slot while its body arrives, or after its client left', async () => {
    const { app, staff } = await startApplication({ requestSlotLimits: { ...LIMITS, waiting: 0 } });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const address = app.server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const sockets = Array.from({ length: 4 }, () => {
      const socket = connect(port, '127.0.0.1');
      socket.write(
        [
          'POST /v1/user/create HTTP/1.1',
          'host: 127.0.0.1',
          `cookie: ${staff.cookie}`,
          'content-type: application/json',
          'content-length: 1000',
          '',
          '{',
        ].join('\r\n'),
      );
      return socket;
    });
    await vi.waitFor(
      async () =>
        expect(
          await new Promise((resolve) => app.server.getConnections((_, n) => resolve(n))),
        ).toBe(4),
      LONG_WAIT,
    );
    await vi.waitFor(
      async () => expect((await staff.request(LIST)).statusCode).toBe(200),
      LONG_WAIT,
    );
    expect((await staff.request(LIST)).statusCode).toBe(200);
    for (const socket of sockets) socket.destroy();
    expect((await staff.request(LIST)).statusCode).toBe(200);
  });
});
