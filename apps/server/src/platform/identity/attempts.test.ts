import { tmpdir } from 'node:os';
import { errorBody } from '@simiente/contract/common/errors';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { rateLimits } from '../../schema/staff.ts';
import {
  signIn,
  startApplication,
  TEST_SECRET,
  type TestApplication,
} from '../../testing/application.ts';
import { openDatabase } from '../database/database.ts';
import { DEFAULT_ATTEMPT_LIMITS, networkOf } from './attempts.ts';

const WRONG = 'otra contraseña';
const limits = { perAccount: 3, perAddress: 6, windowSeconds: 900 };

/** An application with small limits, whose own sign-in at the start is forgotten. */
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

const moveWindow = ({ database }: TestApplication, milliseconds: number) =>
  database.db.update(rateLimits).set({ expire: Date.now() + milliseconds });

test('the limits are those that were promised', () => {
  expect(DEFAULT_ATTEMPT_LIMITS).toEqual({ perAccount: 10, perAddress: 50, windowSeconds: 900 });
});

describe('T-A1: sign-ins that fail are limited', () => {
  test('per account, from whatever address and however the e-mail is written', async () => {
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
    // Not even the right password gets in now.
    const right = await signIn(app, { email: staff.email }, { remoteAddress: '203.0.113.99' });
    expect(right.json()).toEqual(errorBody('TOO_MANY_REQUESTS'));
    expect(right.headers).not.toHaveProperty('set-cookie');
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(right.headers['retry-after'])).toBeLessThanOrEqual(900);
  });

  test('for an e-mail that nobody has just as for one that somebody has', async () => {
    const { app } = await start();
    const seen = await statuses(4, () =>
      signIn(app, { email: 'nadie@x.example', password: WRONG }),
    );
    expect(seen).toEqual([401, 401, 401, 429]);
  });

  test('per address, whatever e-mails it tries; others are let in', async () => {
    const { app, staff } = await start();
    const from = (remoteAddress: string) => (index: number) =>
      signIn(app, { email: `n${index}@x.example`, password: WRONG }, { remoteAddress });
    expect(await statuses(7, from('203.0.113.7'))).toEqual([401, 401, 401, 401, 401, 401, 429]);
    const there = await signIn(app, { email: staff.email }, { remoteAddress: '203.0.113.7' });
    expect(there.statusCode).toBe(429);
    const elsewhere = await signIn(app, { email: staff.email }, { remoteAddress: '203.0.113.8' });
    expect(elsewhere.statusCode).toBe(200);
  });

  test('per /64 for IPv6, where one has all of it', async () => {
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

  test('T-A2: a header that names another address changes nothing', async () => {
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

  test('T-A2: unless it comes from a proxy that the configuration trusts', async () => {
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

  test('by all processes together, which share the counters', async () => {
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

  test('also when they come at once: of 50, no more than the limit reach the password', async () => {
    const { app, staff } = await start({
      attemptLimits: { perAccount: 10, perAddress: 1000, windowSeconds: 900 },
    });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => signIn(app, { email: staff.email, password: WRONG })),
    );
    const tally = Map.groupBy(answers, ({ statusCode }) => statusCode);
    // A machine that does much else may tell one of them to come back, counted or not.
    expect([...tally.keys()].filter((status) => ![401, 429, 503].includes(status))).toEqual([]);
    expect(tally.get(401)?.length).toBeLessThanOrEqual(10);
    const next = await signIn(app, { email: staff.email, password: WRONG });
    expect(next.statusCode).toBe(429);
  });
});

describe('an account that was locked', () => {
  test('is free again when the window has passed, and not before', async () => {
    const started = await start();
    const { app, staff } = started;
    await statuses(4, () => signIn(app, { email: staff.email, password: WRONG }));
    await moveWindow(started, 100_000);
    const refused = await signIn(app, { email: staff.email });
    expect(refused.statusCode).toBe(429);
    // The header says the time that is left: a hundred seconds, of which this took a few at most.
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(100);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);

    await moveWindow(started, -1);
    expect((await signIn(app, { email: staff.email })).statusCode).toBe(200);
  });

  test('is not locked longer by further attempts', async () => {
    const started = await start();
    const { app, staff, database } = started;
    await statuses(4, () => signIn(app, { email: staff.email, password: WRONG }));
    const before = await database.db.select().from(rateLimits).orderBy(sql`key`);
    await statuses(3, () => signIn(app, { email: staff.email, password: WRONG }));
    const after = await database.db.select().from(rateLimits).orderBy(sql`key`);
    expect(after.map(({ expire }) => expire)).toEqual(before.map(({ expire }) => expire));
  });
});

describe('a sign-in that succeeds', () => {
  test('forgives the account its failures', async () => {
    const { app, staff } = await start();
    const wrong = () => signIn(app, { email: staff.email, password: WRONG });
    expect(await statuses(2, wrong)).toEqual([401, 401]);
    expect((await signIn(app, { email: staff.email })).statusCode).toBe(200);
    expect(await statuses(4, wrong)).toEqual([401, 401, 401, 429]);
  });

  test('does not count against its address, however often', async () => {
    const { app, staff } = await start();
    expect(await statuses(8, () => signIn(app, { email: staff.email }))).not.toContain(429);
  });

  test('does not forgive its address the failures with other accounts', async () => {
    const { app, staff } = await start();
    const wrong = (index: number) => signIn(app, { email: `n${index}@x.example`, password: WRONG });
    await statuses(5, wrong);
    expect((await signIn(app, { email: staff.email })).statusCode).toBe(200);
    expect(await statuses(2, (index) => wrong(10 + index))).toEqual([401, 429]);
  });
});

describe('networkOf', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:db8:1:2::3]:443', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::3]', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
  ])('T-A1: %s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
