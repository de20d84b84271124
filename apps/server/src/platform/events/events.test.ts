import { errorBody } from '@simiente/contract/common/errors';
import { recordKinds } from '@simiente/contract/common/record-kinds';
import { type LiveKind, liveKinds } from '@simiente/contract/event-fields';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { examOrderDownloads, examOrders } from '../../schema/exam-orders.ts';
import { patients } from '../../schema/patients.ts';
import { SUSPENDED, staff, staffSessions } from '../../schema/staff.ts';
import { calendlyDeliveries } from '../../schema/webhooks.ts';
import { startApplication, type TestParts } from '../../testing/application.ts';
import { asOwner, type TestDatabase } from '../../testing/database.ts';
import { type EventStream, openEventStream } from '../../testing/event-stream.ts';
import { PATIENTLY } from '../../testing/patience.ts';
import {
  addBranch,
  addDoctor,
  addDoctorAppointment,
  addExam,
  addPartner,
  addPatient,
  addProspect,
  addRecipeAppointment,
  addReport,
  newId,
} from '../../testing/records.ts';
import { createHub } from './hub.ts';
import { LISTENER_NAME } from './listener.ts';
import { createStreams, DEFAULT_STREAM_LIMITS } from './streams.ts';

/** The application, listening, and a stream of its one member of the staff. */
async function startLive(overrides: TestParts = {}) {
  const started = await startApplication(overrides);
  const url = await started.app.listen({ host: '127.0.0.1', port: 0 });
  await hearing(started.database);
  const streamOf = async (headers: Record<string, string>, gap?: number) => {
    const stream = await openEventStream(url, headers, gap);
    onTestFinished(() => stream.close());
    return stream;
  };
  const open = (gap?: number) => streamOf({ cookie: started.staff.cookie }, gap);
  return { ...started, url, streamOf, open };
}

/** The connections that hear of changes in this database. */
function listeners(database: TestDatabase) {
  return asOwner<{ pid: number }>(
    database,
    `select pid from pg_stat_activity
      where datname = current_database() and application_name = $1 and query ilike 'listen %'
        and state = 'idle'`,
    [LISTENER_NAME],
  );
}

/** Until somebody hears of changes, and how they are called. */
function hearing(database: TestDatabase): Promise<number> {
  return vi.waitFor(async () => {
    const [first] = await listeners(database);
    if (!first) throw new Error('nobody listens');
    return first.pid;
  }, PATIENTLY);
}

const tellsOf =
  (kind: LiveKind, id?: string) =>
  ({ event, data }: { event: string; data: unknown }) => {
    if (event !== 'change') return false;
    const { kinds } = data as { kinds: Record<string, string[] | null> };
    return kind in kinds && (id === undefined || (kinds[kind]?.includes(id) ?? false));
  };

describe('the stream of changes', () => {
  test('tells of every kind of record that was made, changed or taken away', async () => {
    const { database, open } = await startLive();
    const { db } = database;
    const stream = await open();
    await stream.next('ready');

    const patientId = await addPatient(db);
    const doctorId = await addDoctor(db);
    const partnerId = await addPartner(db);
    const of = { patientId, doctorId };
    const made: [LiveKind, string | undefined][] = [
      ['patient', patientId],
      ['doctor', doctorId],
      ['partner', partnerId],
      ['exam', await addExam(db, patientId)],
      ['doctor_appointment', await addDoctorAppointment(db, of)],
      ['recipe_appointment', await addRecipeAppointment(db, null)],
      ['branch', await addBranch(db, partnerId)],
      ['prospect', await addProspect(db)],
    ];
    const branchId = made.find(([kind]) => kind === 'branch')?.[1] ?? '';
    const orderId = newId('ord');
    await db.insert(examOrders).values({ id: orderId, patientId, branchId, partnerId, exams: [] });
    await db.insert(examOrderDownloads).values({ orderId });
    await addReport(db, patientId, 'exam_ai', 'Un informe');
    await db.insert(calendlyDeliveries).values({ digest: 'd', event: 'e', payload: {} });
    made.push(
      ['exam_order', orderId],
      ['exam_order_download', undefined],
      ['report', undefined],
      ['calendly_delivery', undefined],
    );
    expect(made.map(([kind]) => kind).toSorted()).toEqual([...liveKinds].toSorted());
    const told = new Set<string>();
    const isComplete = () => made.every(([kind, id]) => told.has(id ?? kind));
    await stream.until((event) => {
      for (const [kind, id] of made) if (tellsOf(kind, id)(event)) told.add(id ?? kind);
      return isComplete();
    });

    await db.update(patients).set({ name: 'Otro nombre' }).where(eq(patients.id, patientId));
    await stream.until(tellsOf('patient', patientId));
    await db.delete(patients).where(eq(patients.id, patientId));
    await stream.until(tellsOf('patient', patientId));
    expect(stream.said()).not.toMatch(/nombre|informe|Ana/);
  });

  test('names every kind of record', () => {
    expect(liveKinds).toEqual(expect.arrayContaining([...recordKinds]));
  });

  test('says once what a statement over 100 000 rows changed, and names none of them', async () => {
    const { database, open } = await startLive();
    const stream = await open();
    await stream.next('ready');
    await database.db.execute(sql`
      insert into patients (id, name) select 'usr_' || n, 'Paciente' from generate_series(1, 100000) n
    `);
    const { data } = await stream.next('change');
    expect(data).toEqual({ kinds: { patient: null } });
    const last = await addPatient(database.db);
    await stream.until(tellsOf('patient', last));
    expect(stream.said().match(/event: change/g)).toHaveLength(2);
  });

  test('says nothing of what was not committed, nor of a statement that changed nothing', async () => {
    const { database, open } = await startLive();
    const stream = await open();
    await stream.next('ready');
    await database.db
      .transaction(async (transaction) => {
        await transaction.insert(patients).values({ id: 'usr_never', name: 'Nadie' });
        throw new Error('no');
      })
      .catch(() => {});
    await database.db.update(patients).set({ name: 'Nadie' }).where(eq(patients.id, 'usr_none'));
    const last = await addPatient(database.db);
    const { data } = await stream.next('change');
    expect(data).toEqual({ kinds: { patient: [last] } });
  });

  test('tells who comes back what they missed, or that they missed more than is remembered', async () => {
    const { database, open } = await startLive();
    const first = await open();
    await first.next('ready');
    const missed = await addPatient(database.db);
    await first.until(tellsOf('patient', missed));

    const back = await open(5_000);
    const { covers } = (await back.next('ready')).data as { covers: number };
    // It has not listened for that long yet.
    expect(covers).toBeLessThan(7_001);
    await back.until(tellsOf('patient', missed));
    const late = await open(3_600_000);
    expect(((await late.next('ready')).data as { covers: number }).covers).toBeLessThan(60_001);
  });

  test('is not gathered up, compressed or kept by anybody on its way', async () => {
    const { streamOf, staff: person } = await startLive();
    const stream = await streamOf({ cookie: person.cookie, 'accept-encoding': 'gzip, br' });
    expect(stream.status).toBe(200);
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    expect(stream.headers.has('content-encoding')).toBe(false);
    expect(stream.headers.has('set-cookie')).toBe(false);
  });

  test('gives signs of life', async () => {
    const { open } = await startLive({ streamLimits: { ...DEFAULT_STREAM_LIMITS, beatEvery: 20 } });
    const stream = await open();
    await vi.waitFor(
      () => expect(stream.said().match(/^:$/gm)?.length).toBeGreaterThan(2),
      PATIENTLY,
    );
  });

  test('ends after a while, so that none is forgotten', async () => {
    const limits = { ...DEFAULT_STREAM_LIMITS, beatEvery: 20, longest: 1 };
    const { open } = await startLive({ streamLimits: limits });
    const stream = await open();
    expect((await stream.next('end')).data).toEqual({ reason: 'aged' });
    await stream.ended;
  });

  test.each(['gap=-1', 'gap=x', 'gap=1&gap=2', 'other=1'])('refuses %s', async (query) => {
    const { staff: person } = await startApplication();
    const { status, body } = await person.get(`/v1/events?${query}`);
    expect([status, body]).toMatchObject([400, { code: 'BAD_REQUEST' }]);
  });
});

describe('T-A7, T-B1: the session of a stream', () => {
  const quick = { ...DEFAULT_STREAM_LIMITS, checkEvery: 50 };

  test('must be there', async () => {
    const { streamOf, app } = await startLive();
    const stream = await streamOf({});
    expect(stream.status).toBe(401);
    await stream.ended;
    expect(JSON.parse(stream.said())).toEqual(errorBody('UNAUTHORIZED'));
    expect((await app.inject({ url: '/v1/events' })).statusCode).toBe(401);
  });

  async function expectEnd({ next, ended }: EventStream) {
    expect((await next('end')).data).toEqual({ reason: 'session' });
    await ended;
  }

  test('ends it when it is signed out, expires, or its account is suspended; others go on', async () => {
    const { app, database, streamOf, signInAs } = await startLive({ streamLimits: quick });
    const { db } = database;
    const other = await signInAs('otra@simiente.example');
    const bystander = await streamOf({ cookie: other.cookie });
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
      const stream = await streamOf({ cookie: person.cookie });
      await stream.next('ready');
      await end(person);
      await expectEnd(stream);
      await expect.poll(async () => (await streamOf({ cookie: person.cookie })).status).toBe(401);
    }
    const id = await addPatient(db);
    await bystander.until(tellsOf('patient', id));
  });

  test('is not kept alive by it', async () => {
    const {
      database,
      open,
      staff: person,
    } = await startLive({
      streamLimits: { ...quick, beatEvery: 20 },
    });
    // Old enough for any other request to prolong it.
    const soon = new Date(Date.now() + 60_000);
    const mine = eq(staffSessions.userId, person.id);
    await database.db.update(staffSessions).set({ expiresAt: soon }).where(mine);
    const stream = await open();
    await stream.next('ready');
    await vi.waitFor(
      () => expect(stream.said().match(/^:$/gm)?.length).toBeGreaterThan(5),
      PATIENTLY,
    );
    const [session] = await database.db.select().from(staffSessions).where(mine);
    expect(session?.expiresAt).toEqual(soon);
    await person.get('/v1/user/list');
    const [prolonged] = await database.db.select().from(staffSessions).where(mine);
    expect(prolonged?.expiresAt.getTime()).toBeGreaterThan(soon.getTime());
  });

  test('leaves no row in the audit', async () => {
    const { database, open } = await startLive();
    await (await open()).next('ready');
    const acts = await database.db.select({ action: auditEvents.action }).from(auditEvents);
    expect(acts).toEqual([{ action: 'session.created' }]);
  });

  test('has a bounded number of them: the oldest makes room', async () => {
    const { open } = await startLive({
      streamLimits: { ...DEFAULT_STREAM_LIMITS, ofOneSession: 4 },
    });
    const first = await open();
    const others = [await open(), await open(), await open()];
    for (const stream of [first, ...others]) await stream.next('ready');
    expect(first.said()).not.toContain('event: end');
    const last = await open();
    await last.next('ready');
    expect((await first.next('end')).data).toEqual({ reason: 'replaced' });
    for (const stream of [...others, last]) expect(stream.said()).not.toContain('event: end');
  });
});

describe('what a process bears', () => {
  test('is a bounded number of streams in all', async () => {
    const { open, streamOf, signInAs } = await startLive({
      streamLimits: { ...DEFAULT_STREAM_LIMITS, inAll: 1 },
    });
    const first = await open();
    const { cookie } = await signInAs('otra@simiente.example');
    const refused = await streamOf({ cookie });
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    first.close();
    await vi.waitFor(async () => expect((await streamOf({ cookie })).status).toBe(200), PATIENTLY);
  });

  test('is a client that reads nothing: it is cut off once too much waits for it', async () => {
    const hub = createHub();
    const live = async (ids: readonly string[]) => new Set(ids);
    const limits = { ...DEFAULT_STREAM_LIMITS, mostWaiting: 2_000 };
    const streams = createStreams(hub, live, limits);
    onTestFinished(() => streams.stop());
    const deaf = streams.open('session', 0);
    const reader = streams.open('session', 0);
    let read = '';
    reader?.on('data', (chunk) => (read += chunk));
    const ids = Array.from({ length: 20 }, (_, index) => `usr_${'x'.repeat(120)}${index}`);
    hub.heard(JSON.stringify({ kind: 'patient', ids }));
    await vi.waitFor(() => expect(deaf?.destroyed).toBe(true), PATIENTLY);
    expect(read).toContain(ids.at(-1));
    expect(reader?.destroyed).toBe(false);
  });

  test('T-H1: the loss of its connection for changes: it connects again, and says that anything may have changed', async () => {
    const { database, open } = await startLive();
    const stream = await open();
    await stream.next('ready');
    const pid = await hearing(database);
    await asOwner(database, 'select pg_terminate_backend($1)', [pid]);
    await stream.next('everything');
    expect(await hearing(database)).not.toBe(pid);
    const id = await addPatient(database.db);
    await stream.until(tellsOf('patient', id));
    // What was said in between is not remembered, and not claimed to be.
    const late = await open(60_000);
    expect(((await late.next('ready')).data as { covers: number }).covers).toBeLessThan(60_000);
  });

  test('a stop: streams end, their connections close, and nothing holds it up', async () => {
    const { app, database, open } = await startLive();
    const streams = await Promise.all([open(), open(), open()]);
    for (const stream of streams) await stream.next('ready');
    // A stream that did not end would hold this up for ever.
    await app.close();
    for (const stream of streams) {
      expect((await stream.next('end')).data).toEqual({ reason: 'stopping' });
      await stream.ended;
    }
    await vi.waitFor(async () => expect(await listeners(database)).toEqual([]), PATIENTLY);
  });
});
