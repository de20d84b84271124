import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { ACTIVE, SUSPENDED, staff, staffSessions } from '../../../schema/staff.ts';
import {
  getSessionCookie,
  MANY_ATTEMPTS,
  sharedApplication,
  signIn,
  type TestStaff,
  testPasswords,
} from '../../../testing/application.ts';
import { queryAsOwner } from '../../../testing/database.ts';
import { LONG_WAIT } from '../../../testing/long-wait.ts';
import { BACKGROUND_HEADER } from '../../http/origin.ts';
import { resetPassword, setRoles, setStaffStatus } from '../staff-accounts.ts';
import { DEFAULT_SESSION_LIMITS, MAX_SESSIONS } from './sessions.ts';

const testApp = sharedApplication({
  attemptLimits: MANY_ATTEMPTS,
});

const { idleSeconds, absoluteSeconds } = DEFAULT_SESSION_LIMITS;
const secondsFromNow = (seconds: number) => new Date(Date.now() + seconds * 1000);

let people = 0;
function newPerson(): Promise<TestStaff> {
  people += 1;
  return testApp().signInAs(`persona${people}@simiente.example`);
}

async function statusWith(headers: Record<string, string>): Promise<number> {
  const answer = await testApp().app.inject({ url: '/v1/user/get-all', headers });
  return answer.statusCode;
}

async function onlySession(person: TestStaff) {
  const { db } = testApp().database;
  const rows = await db.select().from(staffSessions).where(eq(staffSessions.userId, person.id));
  expect(rows).toHaveLength(1);
  return rows[0];
}

async function setTimes(person: TestStaff, times: { createdAt?: Date; expiresAt?: Date }) {
  const { db } = testApp().database;
  await db.update(staffSessions).set(times).where(eq(staffSessions.userId, person.id));
}

test('the default durations of a session are the documented ones', () => {
  expect([idleSeconds, absoluteSeconds]).toEqual([30 * 60, 12 * 3600]);
});

describe('the end of a session', () => {
  test('E-1.17, E-7.3, T-A6: signing out ends a session, by cookie and by bearer token', async () => {
    const { app } = testApp();
    const person = await newPerson();
    const second = await signIn(app, { email: person.email });
    const bearer = { authorization: `Bearer ${String(second.headers['set-auth-token'])}` };
    expect(await statusWith(bearer)).toBe(200);

    const signOut = await app.inject({
      method: 'POST',
      url: '/api/auth/sign-out',
      headers: bearer,
    });
    expect(signOut.statusCode).toBe(200);
    expect(await statusWith(bearer)).toBe(401);
    expect(await statusWith({ cookie: getSessionCookie(second) })).toBe(401);
    // A session of this user in another browser continues.
    expect(await statusWith({ cookie: person.cookie })).toBe(200);

    const out = await person.request({ method: 'POST', url: '/api/auth/sign-out' });
    expect(String(out.headers['set-cookie'])).toMatch(/session_token=;.*Max-Age=0/);
    expect(await statusWith({ cookie: person.cookie })).toBe(401);
    const answer = await person.request({ url: '/api/auth/get-session' });
    expect(answer.json()).toBeNull();
  });

  test('T-A7: a suspension ends a session immediately, and lifting it does not restore the session', async () => {
    const { db } = testApp().database;
    const person = await newPerson();
    await db.transaction((transaction) => setStaffStatus(transaction, person.id, SUSPENDED));
    expect(await statusWith({ cookie: person.cookie })).toBe(401);
    expect((await signIn(testApp().app, { email: person.email })).statusCode).toBe(403);
    await db.transaction((transaction) => setStaffStatus(transaction, person.id, ACTIVE));
    expect(await statusWith({ cookie: person.cookie })).toBe(401);
    expect((await signIn(testApp().app, { email: person.email })).statusCode).toBe(200);
  });

  test('T-A7: closing the other sessions of the account, or a new password, ends a session at its next request', async () => {
    const { app } = testApp();
    const person = await newPerson();
    const other = async () => ({
      cookie: getSessionCookie(await signIn(app, { email: person.email })),
    });
    const post = (url: string, payload: object) => person.request({ method: 'POST', url, payload });

    const closed = await other();
    expect(await statusWith(closed)).toBe(200);
    await post('/v1/account/revoke-other-sessions', {});
    expect(await statusWith(closed)).toBe(401);

    const replaced = await other();
    expect(await statusWith(replaced)).toBe(200);
    const change = { currentPassword: person.password, newPassword: 'una nueva y larga' };
    expect((await post('/v1/account/change-password', change)).statusCode).toBe(200);
    expect(await statusWith(replaced)).toBe(401);
    expect(await statusWith({ cookie: person.cookie })).toBe(200);
  });

  test('E-10.283, T-A7: a removed role applies at the next request, and the session continues', async () => {
    const { db } = testApp().database;
    const person = await newPerson();
    const exportList = async () =>
      (await person.request({ method: 'POST', url: '/v1/exports', payload: {} })).statusCode;
    expect(await exportList()).not.toBe(403);
    await db.transaction((transaction) => setRoles(transaction, person.id, ['recepcion']));
    expect(await exportList()).toBe(403);
    expect((await person.get('/v1/account/get-one')).status).toBe(200);
  });

  test('T-A7: a status that was changed directly in the database ends the session', async () => {
    const { db } = testApp().database;
    const person = await newPerson();
    await db.update(staff).set({ status: SUSPENDED }).where(eq(staff.id, person.id));
    expect(await statusWith({ cookie: person.cookie })).toBe(401);
    expect(
      await db.select().from(staffSessions).where(eq(staffSessions.userId, person.id)),
    ).toEqual([]);
  });

  test('T-A8: a password reset ends all sessions of the account', async () => {
    const { app, database } = testApp();
    const person = await newPerson();
    const other = getSessionCookie(await signIn(app, { email: person.email }));
    const bystander = await newPerson();
    await database.db.transaction((transaction) =>
      resetPassword(transaction, testPasswords, person.id, 'una nueva'),
    );
    expect(await statusWith({ cookie: person.cookie })).toBe(401);
    expect(await statusWith({ cookie: other })).toBe(401);
    expect(await statusWith({ cookie: bystander.cookie })).toBe(200);
    expect((await signIn(app, { email: person.email })).statusCode).toBe(401);
    expect((await signIn(app, { email: person.email, password: 'una nueva' })).statusCode).toBe(
      200,
    );
  });

  test('T-A8: a sign-in with the old password during its change gets no session', async () => {
    const { app, database } = testApp();
    const person = await newPerson();
    const changed = Promise.withResolvers<void>();
    const committed = Promise.withResolvers<void>();
    const change = database.db.transaction(async (transaction) => {
      await resetPassword(transaction, testPasswords, person.id, 'una nueva');
      changed.resolve();
      await committed.promise;
    });
    await changed.promise;
    const signing = signIn(app, { email: person.email });
    // Until the sign-in completes, or waits for the transaction that changes the password.
    const waits = vi.waitFor(async () => {
      const lockWaits = await queryAsOwner(
        database,
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(lockWaits).not.toEqual([]);
    }, LONG_WAIT);
    await Promise.race([signing, waits]);
    committed.resolve();
    await change;
    const answer = await signing;
    expect(answer.statusCode).toBe(401);
    expect(answer.headers).not.toHaveProperty('set-cookie');
    await waits.catch(() => {});
    const remaining = await database.db
      .select()
      .from(staffSessions)
      .where(eq(staffSessions.userId, person.id));
    expect(remaining).toEqual([]);
  });

  test('T-A9: a session ends after the idle time without user activity', async () => {
    const person = await newPerson();
    await setTimes(person, { expiresAt: secondsFromNow(-1) });
    expect(await statusWith({ cookie: person.cookie })).toBe(401);
  });

  test('T-A9: a session ends at its maximum age despite activity', async () => {
    const { db } = testApp().database;
    const person = await newPerson();
    await setTimes(person, { createdAt: secondsFromNow(-absoluteSeconds + 60) });
    expect(await statusWith({ cookie: person.cookie })).toBe(200);
    await setTimes(person, {
      createdAt: secondsFromNow(-absoluteSeconds - 1),
      expiresAt: secondsFromNow(idleSeconds),
    });
    expect(await statusWith({ cookie: person.cookie })).toBe(401);
    expect(
      await db.select().from(staffSessions).where(eq(staffSessions.userId, person.id)),
    ).toEqual([]);
  });

  test('T-A5: signing in again in the same browser ends its session and starts a new one', async () => {
    const { app } = testApp();
    const person = await newPerson();
    const again = await signIn(
      app,
      { email: person.email },
      { headers: { cookie: person.cookie } },
    );
    const cookie = getSessionCookie(again);
    expect(cookie).not.toBe(person.cookie);
    expect(await statusWith({ cookie: person.cookie })).toBe(401);
    expect(await statusWith({ cookie })).toBe(200);

    // A client with a bearer token, and another user of the browser, end the earlier session too.
    const bearer = { authorization: `Bearer ${String(again.headers['set-auth-token'])}` };
    const other = await newPerson();
    const taken = await signIn(app, { email: other.email }, { headers: bearer });
    expect(await statusWith(bearer)).toBe(401);
    expect(await statusWith({ cookie: getSessionCookie(taken) })).toBe(200);
  });
});

describe('T-A9: the idle time of a session', () => {
  test("a user's request extends the session", async () => {
    const person = await newPerson();
    await setTimes(person, { expiresAt: secondsFromNow(600) });
    const answer = await person.request({ url: '/v1/user/get-all' });
    expect(answer.statusCode).toBe(200);
    expect(String(answer.headers['set-cookie'])).toContain('simiente.session_token=');
    const session = await onlySession(person);
    expect(session?.expiresAt.getTime()).toBeGreaterThan(
      secondsFromNow(idleSeconds - 300).getTime(),
    );
  });

  test('a background request does not extend the session', async () => {
    const person = await newPerson();
    const expiresAt = secondsFromNow(600);
    await setTimes(person, { expiresAt });
    for (const url of ['/v1/user/get-all', '/v1/user/list', '/api/auth/get-session']) {
      const answer = await person.request({ url, headers: { [BACKGROUND_HEADER]: '1' } });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).not.toHaveProperty('set-cookie');
    }
    expect((await onlySession(person))?.expiresAt).toEqual(expiresAt);
  });

  test('a rejected request does not extend the session', async () => {
    const person = await newPerson();
    await setTimes(person, { expiresAt: secondsFromNow(-1) });
    await statusWith({ cookie: person.cookie });
    const answer = await person.request({ url: '/api/auth/get-session' });
    expect(answer.json()).toBeNull();
    expect(await statusWith({ cookie: person.cookie })).toBe(401);
  });
});

test('S11, T-L12: a sign-in above the limit ends the oldest session of the account, and reports it', async () => {
  const { app, database, signInAs } = testApp();
  const person = await signInAs('limite@simiente.example');
  const answers = [];
  for (let count = 1; count < MAX_SESSIONS; count += 1) {
    answers.push(await signIn(app, { email: person.email }));
  }
  expect(answers.every((answer) => answer.json().notices === undefined)).toBe(true);
  expect((await person.get('/v1/account/get-one')).status).toBe(200);
  const last = await signIn(app, { email: person.email });
  expect(last.json().notices).toEqual(['session-limit']);
  expect((await person.get('/v1/account/get-one')).status).toBe(401);
  const open = await database.db.$count(staffSessions, eq(staffSessions.userId, person.id));
  expect(open).toBe(MAX_SESSIONS);
});
