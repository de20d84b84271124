import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SUSPENDED, staff, staffSessions } from '../../../schema/staff.ts';
import { EVERYBODY } from '../../../testing/accounts/everybody.ts';
import { setUpTwoFactor } from '../../../testing/accounts/two-factor.ts';
import {
  cookieOf,
  signIn,
  startApplication,
  type TestStaff,
} from '../../../testing/application.ts';
import { asOwner } from '../../../testing/database.ts';
import { listenerPid } from '../../../testing/live.ts';
import { BACKGROUND_HEADER } from '../../http/origin.ts';
import { setRoles } from '../staff-accounts.ts';
import { cacheSessions } from './session-cache.ts';
import type { FoundSession } from './sessions.ts';

const HOUR = 3_600_000;

/** A cache, and how often it queried the database. */
function counted(session: Partial<FoundSession> = {}) {
  let asked = 0;
  const found = {
    id: 'ses',
    actor: { ...EVERYBODY, id: 'sta' },
    isVerified: false,
    goodUntil: Date.now() + HOUR,
    setCookies: ['a=b'],
    ...session,
  } as const satisfies FoundSession;
  const cache = cacheSessions(async () => {
    asked += 1;
    return found;
  }, HOUR);
  return { cache, asked: () => asked };
}

const cookie = new Headers({ cookie: 'a session' });

describe('a session in the cache', () => {
  test('a session is looked up once while the database is connected, and its cookie is set once', async () => {
    const { cache, asked } = counted();
    cache.onConnected();
    expect((await cache.find(cookie))?.setCookies).toEqual(['a=b']);
    expect((await cache.find(cookie))?.setCookies).toEqual([]);
    expect(asked()).toBe(1);
  });

  test('a session is looked up again after its account changed, and only then', async () => {
    const { cache, asked } = counted();
    cache.onConnected();
    await cache.find(cookie);
    cache.onNotification('another session');
    await cache.find(cookie);
    expect(asked()).toBe(1);
    cache.onNotification('sta');
    await cache.find(cookie);
    expect(asked()).toBe(2);
  });

  test('a session is looked up each time while the database is disconnected', async () => {
    const { cache, asked } = counted();
    await cache.find(cookie);
    await cache.find(cookie);
    expect(asked()).toBe(2);
    cache.onConnected();
    await cache.find(cookie);
    cache.onDisconnected();
    await cache.find(cookie);
    await cache.find(cookie);
    expect(asked()).toBe(5);
  });

  test('a session is not cached if a notification came during its lookup', async () => {
    let asked = 0;
    const { cache: other } = counted();
    const cache = cacheSessions((headers) => {
      asked += 1;
      if (asked === 1) cache.onNotification('sta');
      return other.find(headers);
    }, HOUR);
    cache.onConnected();
    await cache.find(cookie);
    await cache.find(cookie);
    expect(asked).toBe(2);
  });

  test('a session that expired is not answered from the cache', async () => {
    const { cache, asked } = counted({ goodUntil: Date.now() - 1 });
    cache.onConnected();
    await cache.find(cookie);
    await cache.find(cookie);
    expect(asked()).toBe(2);
  });

  test('another cookie, token or background request is another cache entry', async () => {
    const { cache, asked } = counted();
    cache.onConnected();
    await cache.find(cookie);
    await cache.find(new Headers({ cookie: 'another session' }));
    await cache.find(new Headers({ authorization: 'a session' }));
    await cache.find(new Headers({ cookie: 'a session', [BACKGROUND_HEADER]: '1' }));
    expect(asked()).toBe(4);
  });

  test('a missing session is never cached', async () => {
    let asked = 0;
    const cache = cacheSessions(async () => {
      asked += 1;
      return null;
    }, HOUR);
    cache.onConnected();
    expect(await cache.find(cookie)).toBeNull();
    expect(await cache.find(cookie)).toBeNull();
    expect(asked).toBe(2);
  });
});

describe('T-A7: a change in any process ends a cached session', () => {
  /** A listening server that has cached the session of its one member of the staff for an hour. */
  async function startRemembering() {
    const running = await startApplication({ sessionsCachedFor: HOUR });
    const { app, database, staff: person } = running;
    await app.listen({ host: '127.0.0.1', port: 0 });
    await listenerPid(database);
    let connections = 0;
    database.pool.on('acquire', () => {
      connections += 1;
    });
    // This route queries only the session.
    const ask = async () => (await person.request({ url: '/openapi.json' })).statusCode;
    await expect
      .poll(async () => {
        const before = connections;
        await ask();
        return connections - before;
      })
      .toBe(0);
    return { ...running, ask };
  }

  test('T-A6: a sign-out here ends the cached session before it is answered, however late the notification', async () => {
    const { app, database, staff: person, ask } = await startRemembering();
    await asOwner(database, 'alter table staff_sessions disable trigger user');
    const payload = {};
    const change = { currentPassword: person.password, newPassword: 'una nueva y larga' };
    const other = await signIn(app, { email: person.email });
    const headers = { cookie: cookieOf(other) };
    const asOther = async () => (await app.inject({ url: '/openapi.json', headers })).statusCode;
    expect([await ask(), await asOther(), await asOther()]).toEqual([200, 200, 200]);
    await person.request({ method: 'POST', url: '/v1/account/revoke-other-sessions', payload });
    expect([await ask(), await asOther()]).toEqual([200, 401]);

    headers.cookie = cookieOf(await signIn(app, { email: person.email }));
    expect([await asOther(), await asOther()]).toEqual([200, 200]);
    const changed = {
      method: 'POST',
      url: '/v1/account/change-password',
      payload: change,
    } as const;
    expect((await person.request(changed)).statusCode).toBe(200);
    expect([await ask(), await asOther()]).toEqual([200, 401]);

    await person.request({ method: 'POST', url: '/api/auth/sign-out' });
    expect(await ask()).toBe(401);
  });

  test('a deleted session is refused', async () => {
    const { database, staff: person, ask } = await startRemembering();
    expect(await ask()).toBe(200);
    await database.db.delete(staffSessions).where(eq(staffSessions.userId, person.id));
    await expect.poll(ask).toBe(401);
  });

  test('T-K1: a session is refused after another session of the account, in another process, set up the second step', async () => {
    const { app, database, staff: person, ask } = await startRemembering();
    const email = 'otra@simiente.example';
    const { app: elsewhere } = await startApplication({ database }, onTestFinished, email);
    const cookie = cookieOf(await signIn(app, { email: person.email }));
    expect(await ask()).toBe(200);
    const { cookie: verified } = await setUpTwoFactor(elsewhere, { ...person, cookie });
    await expect.poll(ask).toBe(401);
    const answer = await app.inject({ url: '/openapi.json', headers: { cookie: verified } });
    expect(answer.statusCode).toBe(200);
  });

  test('a shortened session is refused', async () => {
    const { database, staff: person, ask } = await startRemembering();
    expect(await ask()).toBe(200);
    const past = { expiresAt: new Date(Date.now() - 1000) };
    await database.db.update(staffSessions).set(past).where(eq(staffSessions.userId, person.id));
    await expect.poll(ask).toBe(401);
  });

  /** Whether the account may still have all patients at once. */
  const allPatients = async (person: TestStaff) =>
    (await person.request({ method: 'POST', url: '/v1/exports', payload: {} })).statusCode !== 403;

  test('E-10.283: a role that was taken away holds at the next request of every process', async () => {
    const { database, staff: person, ask } = await startRemembering();
    const email = 'otra@simiente.example';
    const { app: elsewhere } = await startApplication({ database }, onTestFinished, email);
    expect([await ask(), await allPatients(person)]).toEqual([200, true]);
    await database.db.transaction((transaction) => setRoles(transaction, person.id, ['recepcion']));
    await expect.poll(() => allPatients(person)).toBe(false);
    const there = { method: 'POST', url: '/v1/exports', payload: {} } as const;
    const headers = { cookie: person.cookie };
    expect((await elsewhere.inject({ ...there, headers })).statusCode).toBe(403);
    // The session goes on.
    expect(await ask()).toBe(200);
  });

  test('E-10.283: without notifications it holds once the cached session is looked up again', async () => {
    const { app, database, staff: person } = await startApplication({ sessionsCachedFor: 50 });
    await app.listen({ host: '127.0.0.1', port: 0 });
    await listenerPid(database);
    await asOwner(database, 'alter table staff disable trigger user');
    expect(await allPatients(person)).toBe(true);
    await database.db
      .update(staff)
      .set({ roles: ['medico'] })
      .where(eq(staff.id, person.id));
    await expect.poll(() => allPatients(person)).toBe(false);
  });

  test('a session of a suspended account is refused', async () => {
    const { database, staff: person, ask } = await startRemembering();
    expect(await ask()).toBe(200);
    await database.db.update(staff).set({ status: SUSPENDED }).where(eq(staff.id, person.id));
    await expect.poll(ask).toBe(401);
  });
});
