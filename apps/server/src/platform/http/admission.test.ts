import { connect } from 'node:net';
import { errorBody } from '@simiente/contract/common/errors';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { signIn, startApplication } from '../../testing/application.ts';
import { asOwner } from '../../testing/database.ts';
import { PATIENTLY } from '../../testing/patience.ts';

const LIMITS = { working: 2, ofOne: 2, waiting: 3, longestWait: 60_000 };
const LIST = { url: '/v1/user/list' };

/** What somebody writes who has no session. */
const payload = { name: 'Ana Pérez', phone: '5512345678', consent: true, consentVersion: '1' };

/** The application with a table locked, so that a request that needs it keeps its turn. */
async function startBlocked(turnLimits = LIMITS, table = 'patients') {
  const started = await startApplication({ turnLimits });
  const blocker = new Client(started.database.owner);
  await blocker.connect();
  onTestFinished(() => blocker.end());
  await blocker.query(`begin; lock table ${table} in access exclusive mode`);
  const waiting = async () => {
    const rows = await asOwner(
      started.database,
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length;
  };
  return { ...started, waiting, unblock: () => blocker.query('rollback') };
}

describe('more requests than can be answered', () => {
  test('are a 503 that says when to come back; those inside are answered', async () => {
    const { staff, waiting, unblock } = await startBlocked();
    const answers = Array.from({ length: 9 }, () => staff.request(LIST));
    await vi.waitFor(async () => expect(await waiting()).toBe(2), PATIENTLY);
    const refused = await Promise.race(answers);
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toEqual(errorBody('UNAVAILABLE'));
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await unblock();
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 200, 503, 503, 503, 503]);
  });

  test('of one person leave others their turns, also to sign in', async () => {
    const { app, staff, signInAs, waiting, unblock } = await startBlocked({
      ...LIMITS,
      ofOne: 1,
    });
    const other = await signInAs('otro@simiente.example');
    const answers = Array.from({ length: 4 }, () => staff.request(LIST));
    await vi.waitFor(async () => expect(await waiting()).toBe(1), PATIENTLY);
    expect((await other.request({ url: '/v1/doctor/list' })).statusCode).toBe(200);
    expect((await signIn(app, { email: other.email })).statusCode).toBe(200);
    await unblock();
    await Promise.all(answers);
  });

  test('T-K4: of a stranger take one share, whatever session they claim to have', async () => {
    const { app, staff, unblock } = await startBlocked(
      { working: 4, ofOne: 1, waiting: 20, longestWait: 60_000 },
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
    const turns = async () => (await app.metrics.read()).match(/^simiente_turns\{.*$/gm);
    await expect
      .poll(turns)
      .toEqual(['simiente_turns{state="busy"} 1', 'simiente_turns{state="queued"} 4']);
    expect((await staff.request(LIST)).statusCode).toBe(200);
    await unblock();
    for (const answer of await Promise.all(strangers)) expect(answer.statusCode).toBe(200);
  });

  test('T-I3: hold up nothing that asks the database for nothing, nor whether we are ready', async () => {
    const { app, staff, waiting, unblock } = await startBlocked({ ...LIMITS, waiting: 0 });
    const answers = [staff.request(LIST), staff.request(LIST)];
    await vi.waitFor(async () => expect(await waiting()).toBe(2), PATIENTLY);
    expect((await staff.request({ url: '/v1/doctor/list' })).statusCode).toBe(503);
    for (const url of ['/health/live', '/health/ready']) {
      expect((await app.inject({ url })).statusCode).toBe(200);
    }
    expect((await app.inject({ url: '/v1/none' })).statusCode).toBe(404);
    await unblock();
    await Promise.all(answers);
  });

  test('are not those whose body has still to arrive, nor who went away', async () => {
    const { app, staff } = await startApplication({ turnLimits: { ...LIMITS, waiting: 0 } });
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
      PATIENTLY,
    );
    await vi.waitFor(
      async () => expect((await staff.request(LIST)).statusCode).toBe(200),
      PATIENTLY,
    );
    expect((await staff.request(LIST)).statusCode).toBe(200);
    for (const socket of sockets) socket.destroy();
    expect((await staff.request(LIST)).statusCode).toBe(200);
  });
});
