import { tmpdir } from 'node:os';
import { errorBody } from '@simiente/contract/common/errors';
import { like, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../../app.ts';
import { rateLimits } from '../../../schema/staff.ts';
import {
  getDeviceCookie,
  MANY_ATTEMPTS,
  signIn,
  startApplication,
  TEST_SECRET,
  type TestApplication,
} from '../../../testing/application.ts';
import type { TestDatabase } from '../../../testing/database.ts';
import { openDatabase } from '../../database/database.ts';
import { DEFAULT_ATTEMPT_LIMITS } from './attempts.ts';

const WRONG = 'otra contraseña';
const limits = {
  network: { max: 3, windowSeconds: 900 },
  address: { max: 6, windowSeconds: 900 },
};

/** An application with small limits; the sign-in during its setup does not count. */
async function start(overrides: Parameters<typeof startApplication>[0] = {}) {
  const started = await startApplication({ attemptLimits: limits, ...overrides });
  await started.database.db.delete(rateLimits);
  return started;
}

async function statuses(
  times: number,
  attempt: (index: number) => Promise<{ statusCode: number }>,
) {
  const seen: number[] = [];
  for (let index = 0; index < times; index += 1) seen.push((await attempt(index)).statusCode);
  return seen;
}

const moveWindow = ({ database }: Pick<TestApplication, 'database'>, milliseconds: number) =>
  database.db.update(rateLimits).set({ expire: Date.now() + milliseconds });

/** The device cookie of a complete sign-in, which leaves the counters unchanged. */
async function knownDevice(
  app: FastifyInstance,
  { db }: TestDatabase,
  email: string,
): Promise<string> {
  const counted = await db.select().from(rateLimits);
  await db.delete(rateLimits);
  const cookie = getDeviceCookie(await signIn(app, { email }));
  await db.delete(rateLimits);
  if (counted.length > 0) await db.insert(rateLimits).values(counted);
  return cookie;
}

test('the default limits of sign-in attempts are the documented ones', () => {
  expect(DEFAULT_ATTEMPT_LIMITS).toMatchObject({
    device: { max: 10, windowSeconds: 900 },
    network: { max: 10, windowSeconds: 900 },
    account: { max: 100, windowSeconds: 3600 },
    address: { max: 50, windowSeconds: 900 },
    session: { max: 10 },
  });
});

describe('T-A1: failed sign-ins are limited', () => {
  test('failures are counted per account and network, for all addresses of a network and every spelling of the e-mail', async () => {
    const { app, staff } = await start();
    const spellings = [staff.email, staff.email.toUpperCase(), ` ${staff.email} `, staff.email];
    const seen = await statuses(4, (index) =>
      signIn(
        app,
        { email: spellings[index] ?? '', password: WRONG },
        { remoteAddress: `203.0.113.${index}` },
      ),
    );
    expect(seen).toEqual([401, 401, 401, 429]);
    // The correct password is rejected too while the account is locked.
    const right = await signIn(app, { email: staff.email }, { remoteAddress: '203.0.113.99' });
    expect(right.json()).toEqual(errorBody('TOO_MANY_REQUESTS'));
    expect(right.headers).not.toHaveProperty('set-cookie');
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(right.headers['retry-after'])).toBeLessThanOrEqual(900);
    // Failures from one network do not lock the account for other networks.
    const elsewhere = await signIn(app, { email: staff.email }, { remoteAddress: '203.0.114.1' });
    expect(elsewhere.statusCode).toBe(200);
  });

  test('failures are counted per account over all networks: pauses grow, up to a hundred failures in an hour', async () => {
    const { app, staff, database } = await start();
    let network = 0;
    const fail = async () => {
      network += 1;
      const remoteAddress = `203.0.${network}.1`;
      return signIn(app, { email: staff.email, password: WRONG }, { remoteAddress });
    };
    const matchesCounter = (name: string) => like(rateLimits.key, `sign-in-${name}:%`);
    const setCounted = (points: number) =>
      database.db.update(rateLimits).set({ points }).where(matchesCounter('account'));
    const endPause = () =>
      database.db
        .update(rateLimits)
        .set({ expire: Date.now() - 1 })
        .where(matchesCounter('pause'));

    expect((await fail()).statusCode).toBe(401);
    await setCounted(18);
    expect(await statuses(2, fail)).toEqual([401, 401]);
    await setCounted(60);
    expect((await fail()).statusCode).toBe(401);
    // The next pause is 41 s, minus the few seconds that passed. An attempt during the pause does not count.
    const early = await fail();
    expect(early.statusCode).toBe(429);
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(10);
    expect(Number(early.headers['retry-after'])).toBeLessThanOrEqual(41);
    await setCounted(99);
    await endPause();
    expect((await fail()).statusCode).toBe(401);
    await endPause();
    const rejected = await fail();
    expect(rejected.statusCode).toBe(429);
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(60);
    // A known device is not affected.
    const cookie = await knownDevice(app, database, staff.email);
    expect((await signIn(app, { email: staff.email }, { headers: { cookie } })).statusCode).toBe(
      200,
    );
  });

  test('failures for an unknown e-mail are counted like those for an existing account', async () => {
    const { app } = await start();
    const seen = await statuses(4, () =>
      signIn(app, { email: 'nadie@x.example', password: WRONG }),
    );
    expect(seen).toEqual([401, 401, 401, 429]);
  });

  test('failures are counted per address over all e-mails; other addresses can sign in', async () => {
    const { app, staff } = await start();
    const from = (remoteAddress: string) => (index: number) =>
      signIn(app, { email: `n${index}@x.example`, password: WRONG }, { remoteAddress });
    expect(await statuses(7, from('203.0.113.7'))).toEqual([401, 401, 401, 401, 401, 401, 429]);
    const there = await signIn(app, { email: staff.email }, { remoteAddress: '203.0.113.7' });
    expect(there.statusCode).toBe(429);
    const elsewhere = await signIn(app, { email: staff.email }, { remoteAddress: '203.0.113.8' });
    expect(elsewhere.statusCode).toBe(200);
  });

  test('failures are counted per /64 of IPv6, because one client has all of it', async () => {
    const { app } = await start();
    const seen = await statuses(7, (index) =>
      signIn(
        app,
        { email: `n${index}@x.example`, password: WRONG },
        { remoteAddress: `2001:db8:1:2:${index}::${index}` },
      ),
    );
    expect(seen.at(-1)).toBe(429);
    const neighbour = await signIn(
      app,
      { email: 'n@x.example', password: WRONG },
      { remoteAddress: '2001:db8:1:3::1' },
    );
    expect(neighbour.statusCode).toBe(401);
  });

  test('T-A2: a header that names another address does not change the counted address', async () => {
    const { app } = await start();
    const seen = await statuses(7, (index) =>
      signIn(
        app,
        { email: `n${index}@x.example`, password: WRONG },
        {
          headers: {
            'x-forwarded-for': `198.51.100.${index}`,
            forwarded: `for=198.51.100.${index}`,
            'x-real-ip': `198.51.100.${index}`,
          },
        },
      ),
    );
    expect(seen.at(-1)).toBe(429);
  });

  test('T-A2: a header of a trusted proxy sets the counted address', async () => {
    const { app } = await start({ trustProxy: 'loopback' });
    const behindProxy = (remoteAddress: string) => (index: number) =>
      signIn(
        app,
        { email: `n${index}@x.example`, password: WRONG },
        { remoteAddress, headers: { 'x-forwarded-for': `198.51.100.${index}` } },
      );
    expect(await statuses(7, behindProxy('127.0.0.1'))).not.toContain(429);
    const { app: other } = await start({ trustProxy: 'loopback' });
    const direct = (index: number) =>
      signIn(
        other,
        { email: `n${index}@x.example`, password: WRONG },
        { remoteAddress: '203.0.113.1', headers: { 'x-forwarded-for': `198.51.100.${index}` } },
      );
    expect((await statuses(7, direct)).at(-1)).toBe(429);
  });

  test('all processes share the counters', async () => {
    const { app, database, store, staff } = await start();
    const second = openDatabase(database.app, pino({ level: 'silent' }));
    const other = await buildApp({
      database: second,
      store,
      secret: TEST_SECRET,
      log: pino({ level: 'silent' }),
      uploadFolder: tmpdir(),
      webFolder: null,
      attemptLimits: limits,
    });
    onTestFinished(async () => {
      await other.close();
      await second.close();
    });
    const seen = await statuses(4, (index) =>
      signIn(index % 2 === 0 ? app : other, { email: staff.email, password: WRONG }),
    );
    expect(seen).toEqual([401, 401, 401, 429]);
    expect((await signIn(app, { email: staff.email })).statusCode).toBe(429);
    expect((await signIn(other, { email: staff.email })).statusCode).toBe(429);
  });

  test('of 50 simultaneous attempts, at most as many as the limit reach the password check', async () => {
    const { app, staff } = await start({
      attemptLimits: { network: { max: 10, windowSeconds: 900 }, address: MANY_ATTEMPTS.address },
    });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => signIn(app, { email: staff.email, password: WRONG })),
    );
    const tally = Map.groupBy(answers, ({ statusCode }) => statusCode);
    // On a busy machine some attempts may be answered 503, counted or not.
    expect([...tally.keys()].filter((status) => ![401, 429, 503].includes(status))).toEqual([]);
    // If some were answered 503 uncounted, others may still be tried, but at most ten in all.
    let verified = tally.get(401)?.length ?? 0;
    let next = 401;
    while (next !== 429) {
      next = (await signIn(app, { email: staff.email, password: WRONG })).statusCode;
      if (next === 401) verified += 1;
    }
    expect(verified).toBeGreaterThan(0);
    expect(verified).toBeLessThanOrEqual(10);
  });
});

describe('T-K2: a known device', () => {
  test('can sign in after the failures of unknown devices locked the account', async () => {
    const { app, staff, database } = await start();
    const cookie = await knownDevice(app, database, staff.email);
    const there = { headers: { cookie } };
    // One address fails at this account first, then at others until it is blocked too.
    const emails = [
      ...Array(4).fill(staff.email),
      ...Array.from({ length: 6 }, (_, i) => `n${i}@x.mx`),
    ];
    const seen = await statuses(emails.length, (index) =>
      signIn(app, { email: emails[index] ?? '', password: WRONG }),
    );
    expect(seen.slice(0, 4)).toEqual([401, 401, 401, 429]);
    expect(seen.at(-1)).toBe(429);
    expect((await signIn(app, { email: staff.email })).statusCode).toBe(429);
    // A separate counter counts wrong passwords from the known device.
    expect((await signIn(app, { email: staff.email, password: WRONG }, there)).statusCode).toBe(
      401,
    );
    expect((await signIn(app, { email: staff.email }, there)).statusCode).toBe(200);
    expect((await signIn(app, { email: staff.email })).statusCode).toBe(429);
  });

  test('has ten attempts in a quarter of an hour, counted separately', async () => {
    const { app, staff, database } = await start();
    const cookie = await knownDevice(app, database, staff.email);
    const other = await knownDevice(app, database, staff.email);
    const guess = () =>
      signIn(app, { email: staff.email, password: WRONG }, { headers: { cookie } });
    expect(await statuses(11, guess)).toEqual([...Array(10).fill(401), 429]);
    const from = (device: string) =>
      signIn(app, { email: staff.email }, { headers: { cookie: device } });
    expect((await from(cookie)).statusCode).toBe(429);
    expect((await from(other)).statusCode).toBe(200);
    expect((await signIn(app, { email: staff.email })).statusCode).toBe(200);
    await moveWindow({ database }, -1);
    expect((await from(cookie)).statusCode).toBe(200);
  });

  test('clears its failures with a sign-in', async () => {
    const { app, staff, database } = await start();
    const headers = { cookie: await knownDevice(app, database, staff.email) };
    for (let round = 0; round < 2; round += 1) {
      const wrong = await statuses(9, () =>
        signIn(app, { email: staff.email, password: WRONG }, { headers }),
      );
      expect(wrong).toEqual(Array(9).fill(401));
      expect((await signIn(app, { email: staff.email }, { headers })).statusCode).toBe(200);
    }
  });
});

test('a sign-in reports the failed attempts since the last one, and the next one reports none', async () => {
  const { app, staff } = await startApplication();
  const failedAttempts = async () =>
    (await signIn(app, { email: staff.email })).json().failedAttempts;
  expect(await failedAttempts()).toBe(0);
  await statuses(3, () => signIn(app, { email: staff.email, password: WRONG }));
  await signIn(app, { email: 'otra@simiente.example', password: WRONG });
  expect(await failedAttempts()).toBe(3);
  expect(await failedAttempts()).toBe(0);
});

describe('a locked account', () => {
  test('is unlocked at the end of the window, and not before', async () => {
    const started = await start();
    const { app, staff } = started;
    await statuses(4, () => signIn(app, { email: staff.email, password: WRONG }));
    await moveWindow(started, 100_000);
    const rejected = await signIn(app, { email: staff.email });
    expect(rejected.statusCode).toBe(429);
    // The header has the remaining time: 100 s, minus the few seconds that passed.
    expect(Number(rejected.headers['retry-after'])).toBeLessThanOrEqual(100);
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(50);

    await moveWindow(started, -1);
    expect((await signIn(app, { email: staff.email })).statusCode).toBe(200);
  });

  test('further attempts do not lengthen the lock', async () => {
    const started = await start();
    const { app, staff, database } = started;
    await statuses(4, () => signIn(app, { email: staff.email, password: WRONG }));
    const before = await database.db.select().from(rateLimits).orderBy(sql`key`);
    await statuses(3, () => signIn(app, { email: staff.email, password: WRONG }));
    const after = await database.db.select().from(rateLimits).orderBy(sql`key`);
    expect(after.map(({ expire }) => expire)).toEqual(before.map(({ expire }) => expire));
  });
});

describe('a successful sign-in', () => {
  test('clears the failures of its account', async () => {
    const { app, staff } = await start();
    const wrong = () => signIn(app, { email: staff.email, password: WRONG });
    expect(await statuses(2, wrong)).toEqual([401, 401]);
    expect((await signIn(app, { email: staff.email })).statusCode).toBe(200);
    expect(await statuses(4, wrong)).toEqual([401, 401, 401, 429]);
  });

  test('is not counted against its address', async () => {
    const { app, staff } = await start();
    expect(await statuses(8, () => signIn(app, { email: staff.email }))).not.toContain(429);
  });

  test('keeps the failures of its address with other accounts', async () => {
    const { app, staff } = await start();
    const wrong = (index: number) => signIn(app, { email: `n${index}@x.example`, password: WRONG });
    await statuses(5, wrong);
    expect((await signIn(app, { email: staff.email })).statusCode).toBe(200);
    expect(await statuses(2, (index) => wrong(10 + index))).toEqual([401, 429]);
  });
});
