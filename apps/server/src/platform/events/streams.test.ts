import { errorBody } from '@simiente/contract/common/errors';
import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { eventStreams, SUSPENDED, staff, staffSessions } from '../../schema/staff.ts';
import { UNRESTRICTED } from '../../testing/accounts/everybody.ts';
import { getSessionCookie, signIn } from '../../testing/application.ts';
import { queryAsOwner } from '../../testing/database.ts';
import type { EventStream } from '../../testing/event-stream.ts';
import { isChangeTo, listenerPid, listeners, startLive } from '../../testing/live.ts';
import { LONG_WAIT } from '../../testing/long-wait.ts';
import { addPatient, addReport } from '../../testing/records.ts';
import { createHub } from './hub.ts';
import { createStreams, DEFAULT_STREAM_LIMITS } from './routes.ts';

describe('T-A7, T-B1: the session of an event stream', () => {
  const quick = { ...DEFAULT_STREAM_LIMITS, checkInterval: 50 };

  test('is required', async () => {
    const { openStream, app } = await startLive();
    const stream = await openStream({});
    expect(stream.status).toBe(401);
    await stream.ended;
    expect(JSON.parse(stream.received())).toEqual(errorBody('UNAUTHORIZED'));
    expect((await app.inject({ url: '/v1/events' })).statusCode).toBe(401);
  });

  test('E-10.283: ends the stream when the roles of the account change', async () => {
    const { database, openStream, signInAs } = await startLive({ streamLimits: quick });
    const person = await signInAs('medica@simiente.example', ['medico']);
    const stream = await openStream({ cookie: person.cookie });
    await stream.next('ready');
    await database.db
      .update(staff)
      .set({ roles: ['recepcion'] })
      .where(eq(staff.id, person.id));
    expect((await stream.next('end')).data).toEqual({ reason: 'roles' });
    await stream.ended;
    expect((await openStream({ cookie: person.cookie })).status).toBe(200);
  });

  test('E-10.283: limits an account to the kinds that it may list', async () => {
    const { database, openStream, signInAs } = await startLive();
    const seesReports: boolean[] = [];
    for (const role of ['recepcion', 'medico'] as const) {
      const person = await signInAs(`${role}@simiente.example`, [role]);
      const stream = await openStream({ cookie: person.cookie });
      await stream.next('ready');
      const id = await addPatient(database.db);
      await addReport(database.db, id, 'exam_ai', 'Texto');
      const last = await addPatient(database.db);
      await vi.waitFor(() => expect(stream.received()).toContain(last), LONG_WAIT);
      seesReports.push(stream.received().includes('report'));
    }
    expect(seesReports).toEqual([false, true]);
  });

  async function expectEnd({ next, ended }: EventStream) {
    expect((await next('end')).data).toEqual({ reason: 'session' });
    await ended;
  }

  test('E-10.86: ends the stream by sign-out, expiry or suspension; other streams continue', async () => {
    const { app, database, openStream, signInAs } = await startLive({ streamLimits: quick });
    const { db } = database;
    const other = await signInAs('otra@simiente.example');
    const bystander = await openStream({ cookie: other.cookie });
    const endings: ((person: { id: string; cookie: string }) => Promise<unknown>)[] = [
      ({ cookie }) =>
        app.inject({ method: 'POST', url: '/api/auth/sign-out', headers: { cookie } }),
      ({ id }) =>
        db
          .update(staffSessions)
          .set({ expiresAt: new Date(Date.now() - 1000) })
          .where(eq(staffSessions.userId, id)),
      ({ id }) =>
        db
          .update(staffSessions)
          .set({ createdAt: new Date(Date.now() - 13 * 3600_000) })
          .where(eq(staffSessions.userId, id)),
      ({ id }) => db.update(staff).set({ status: SUSPENDED }).where(eq(staff.id, id)),
      ({ id }) => db.delete(staffSessions).where(eq(staffSessions.userId, id)),
    ];
    for (const [index, end] of endings.entries()) {
      const person = await signInAs(`persona${index}@simiente.example`);
      const stream = await openStream({ cookie: person.cookie });
      await stream.next('ready');
      await end(person);
      await expectEnd(stream);
      await expect.poll(async () => (await openStream({ cookie: person.cookie })).status).toBe(401);
    }
    const id = await addPatient(db);
    await bystander.until(isChangeTo('patient', id));
  });

  test('E-10.82: is not extended by the stream', async () => {
    const {
      database,
      open,
      staff: person,
    } = await startLive({
      streamLimits: { ...quick, heartbeatInterval: 20 },
    });
    // Old enough for any other request to extend it.
    const inAMinute = new Date(Date.now() + 60_000);
    const isOwnSession = eq(staffSessions.userId, person.id);
    await database.db.update(staffSessions).set({ expiresAt: inAMinute }).where(isOwnSession);
    const stream = await open();
    await stream.next('ready');
    await vi.waitFor(
      () => expect(stream.received().match(/^:$/gm)?.length).toBeGreaterThan(5),
      LONG_WAIT,
    );
    const [session] = await database.db.select().from(staffSessions).where(isOwnSession);
    expect(session?.expiresAt).toEqual(inAMinute);
    await person.get('/v1/user/list');
    const [extended] = await database.db.select().from(staffSessions).where(isOwnSession);
    expect(extended?.expiresAt.getTime()).toBeGreaterThan(inAMinute.getTime());
  });

  test('has no audit row for the stream', async () => {
    const { database, open } = await startLive();
    await (await open()).next('ready');
    const acts = await database.db.select({ action: auditEvents.action }).from(auditEvents);
    expect(acts).toEqual([{ action: 'session.created' }]);
  });

  test('E-10.86: has a limited number of streams: the oldest is closed', async () => {
    const { open } = await startLive({
      streamLimits: { ...DEFAULT_STREAM_LIMITS, perSession: 4 },
    });
    const first = await open();
    const others = [await open(), await open(), await open()];
    for (const stream of [first, ...others]) await stream.next('ready');
    expect(first.received()).not.toContain('event: end');
    const last = await open();
    await last.next('ready');
    expect((await first.next('end')).data).toEqual({ reason: 'replaced' });
    for (const stream of [...others, last]) expect(stream.received()).not.toContain('event: end');
  });
});

test('S11, T-L12: an account has a limited number of streams over all its sessions, and one more ends the oldest', async () => {
  const {
    app,
    open,
    openStream,
    staff: person,
  } = await startLive({
    streamLimits: { ...DEFAULT_STREAM_LIMITS, perAccount: 2 },
  });
  const first = await open();
  const cookie = getSessionCookie(await signIn(app, { email: person.email }));
  const others = [await openStream({ cookie }), await openStream({ cookie })];
  expect((await first.next('end')).data).toEqual({ reason: 'replaced' });
  for (const stream of others) {
    await stream.next('ready');
    expect(stream.received()).not.toContain('event: end');
  }
});

test('E-10.2200, T-L12: the limit of an account applies to two processes together, and closed streams do not count', async () => {
  const streamLimits = { ...DEFAULT_STREAM_LIMITS, perAccount: 2, checkInterval: 50 };
  const { database, open, staff: person } = await startLive({ streamLimits });
  const other = await startLive({ database, streamLimits }, 'otro-proceso@simiente.example');
  const first = await open();
  const second = await open();
  const { cookie } = person;
  const third = await other.openStream({ cookie });
  expect((await first.next('end')).data).toEqual({ reason: 'replaced' });
  third.close();
  await vi.waitFor(async () => expect(await database.db.$count(eventStreams)).toBe(1), LONG_WAIT);
  const fourth = await other.openStream({ cookie });
  await vi.waitFor(async () => expect(await database.db.$count(eventStreams)).toBe(2), LONG_WAIT);
  await other.app.close();
  expect(await database.db.$count(eventStreams)).toBe(1);
  expect((await fourth.next('end')).data).toEqual({ reason: 'stopping' });
  expect(second.received()).not.toContain('event: end');
});

const live = async (ids: readonly string[]) =>
  new Map(ids.map((id) => [id, UNRESTRICTED.roles] as const));

test('E-10.2722: a stop waits for a check of the other processes before it reports that no stream is open', async () => {
  const checkBegan = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const shared: number[] = [];
  const share = async ({ length }: { readonly length: number }) => {
    checkBegan.resolve();
    if (length > 0) await answered.promise;
    shared.push(length);
    return new Set<string>();
  };
  const limits = { ...DEFAULT_STREAM_LIMITS, checkInterval: 1 };
  const streams = createStreams(createHub(), live, share, limits);
  streams.open({ ...UNRESTRICTED, sessionId: 'session' }, 0);
  await checkBegan.promise;
  const stopped = streams.stop();
  answered.resolve();
  await stopped;
  expect(shared).toEqual([1, 0]);
});

describe('the event streams of a process', () => {
  test('E-10.86: are limited in number', async () => {
    const { open, openStream, signInAs } = await startLive({
      streamLimits: { ...DEFAULT_STREAM_LIMITS, total: 1 },
    });
    const first = await open();
    const { cookie } = await signInAs('otra@simiente.example');
    const rejected = await openStream({ cookie });
    expect(rejected.status).toBe(503);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    first.close();
    await vi.waitFor(
      async () => expect((await openStream({ cookie })).status).toBe(200),
      LONG_WAIT,
    );
  });

  test('are cut off when a client does not read and too much is buffered', async () => {
    const hub = createHub();
    const limits = { ...DEFAULT_STREAM_LIMITS, maxBuffered: 2_000 };
    const streams = createStreams(hub, live, async () => new Set(), limits);
    onTestFinished(() => streams.stop());
    const stalled = streams.open({ ...UNRESTRICTED, sessionId: 'session' }, 0);
    const reader = streams.open({ ...UNRESTRICTED, sessionId: 'session' }, 0);
    let read = '';
    reader?.on('data', (chunk) => (read += chunk));
    const ids = Array.from({ length: 20 }, (_, index) => `usr_${'x'.repeat(120)}${index}`);
    hub.onNotification(JSON.stringify({ kind: 'patient', ids }));
    await vi.waitFor(() => expect(stalled?.destroyed).toBe(true), LONG_WAIT);
    expect(read).toContain(ids.at(-1));
    expect(reader?.destroyed).toBe(false);
  });

  test('E-10.85, T-H1: reconnect to the database after a loss, and announce that anything may have changed', async () => {
    const { database, open } = await startLive();
    const stream = await open();
    await stream.next('ready');
    const pid = await listenerPid(database);
    await queryAsOwner(database, 'select pg_terminate_backend($1)', [pid]);
    await stream.next('everything');
    expect(await listenerPid(database)).not.toBe(pid);
    const id = await addPatient(database.db);
    await stream.until(isChangeTo('patient', id));
    // Changes in between were lost, and the stream reports that.
    const openStreamAfterStop = await open(60_000);
    expect(
      ((await openStreamAfterStop.next('ready')).data as { covers: number }).covers,
    ).toBeLessThan(60_000);
  });

  test('E-10.84: end when the server stops, close their connections, and do not delay it', async () => {
    const { app, database, open } = await startLive();
    const streams = await Promise.all([open(), open(), open()]);
    for (const stream of streams) await stream.next('ready');
    // An open stream would block this forever.
    await app.close();
    for (const stream of streams) {
      expect((await stream.next('end')).data).toEqual({ reason: 'stopping' });
      await stream.ended;
    }
    await vi.waitFor(async () => expect(await listeners(database)).toEqual([]), LONG_WAIT);
  });
});
