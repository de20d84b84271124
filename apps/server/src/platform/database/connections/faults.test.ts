import { errorBody } from '@simiente/contract/common/errors';
import { ne } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { Client, type Pool, type PoolClient, type PoolConfig } from 'pg';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { patients } from '../../../schema/patients.ts';
import { signIn, startApplication } from '../../../testing/application.ts';
import { createTestDatabase, queryAsOwner } from '../../../testing/database.ts';
import { LONG_WAIT } from '../../../testing/long-wait.ts';
import { addExam, addFile, addPatient, newId } from '../../../testing/records.ts';
import { startProxy } from '../../../testing/services/proxy.ts';
import { getClient, openDatabase } from '../database.ts';

/** The application on a controllable connection to the database, with the given pool options. */
async function startOnWire(config: PoolConfig = {}) {
  const database = await createTestDatabase();
  const wire = await startProxy(database.app);
  const handle = openDatabase({ ...wire.config, ...config }, pino({ level: 'silent' }));
  onTestFinished(() => handle.close());
  const started = await startApplication({
    database: { ...database, ...handle },
    // The wait under test is for the database, not for a slot.
    requestSlotLimits: { all: 100, retryAfter: 2, perClient: 100, waiting: 0, maxWait: 0 },
  });
  const direct = database.db;
  const patientId = await addPatient(direct, { name: 'Ana' });
  const fileId = await addFile(direct, started.store);
  await addExam(direct, patientId, { fileId });
  return { ...started, wire, handle, direct, patientId, fileId };
}

/** Limits how long connections and answers are awaited; starting on a busy machine needs more. */
function limitWaits(pool: Pool, milliseconds: number): void {
  pool.options.connectionTimeoutMillis = milliseconds;
  pool.on('acquire', (client) => {
    const { connectionParameters } = client as PoolClient & {
      readonly connectionParameters: { query_timeout: number };
    };
    connectionParameters.query_timeout = milliseconds;
  });
}

function expectUnavailable(answer: LightMyRequestResponse) {
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toEqual(errorBody('UNAVAILABLE'));
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
}

describe('T-H1: a database that becomes unavailable', () => {
  test('every call answers 503, and works again afterwards', async () => {
    const { app, staff, wire, patientId, fileId } = await startOnWire();
    await wire.cut();
    for (const url of [
      '/v1/user/list',
      '/v1/user/get-all',
      `/v1/user/get-one?idUser=${patientId}`,
      `/v1/user/get-medical-history-patient?idUser=${patientId}`,
      `/v1/files/${fileId}`,
      '/api/auth/get-session',
      '/openapi.json',
      '/health/ready',
    ]) {
      // The status is not 401, because a 401 would send clients to the sign-in.
      expectUnavailable(await staff.request({ url }));
    }
    const change = {
      method: 'POST',
      url: '/v1/user/delete',
      payload: { idUsers: [patientId] },
    } as const;
    expectUnavailable(await staff.request(change));
    expectUnavailable(await signIn(app, { email: staff.email }));
    expect((await app.inject({ url: '/health/live' })).statusCode).toBe(200);

    await wire.reopen();
    expect((await staff.get('/health/ready')).status).toBe(200);
    expect((await staff.get(`/v1/user/get-one?idUser=${patientId}`)).status).toBe(200);
    expect((await signIn(app, { email: staff.email })).statusCode).toBe(200);
    expect((await staff.request(change)).statusCode).toBe(200);
  });

  test('T-H5: a transaction that could not begin returns its connection', async () => {
    const { wire, handle } = await startOnWire({ max: 1 });
    const read = () => handle.db.transaction((transaction) => transaction.execute('select 1'));
    await read();
    for (let time = 0; time < 3; time += 1) {
      await wire.cut();
      await expect(read()).rejects.toThrow();
      await wire.reopen();
      expect((await read()).rowCount).toBe(1);
    }
  });

  test('T-H5: a connection to a server that rejects writes leaves the pool', async () => {
    const { handle } = await startOnWire({ max: 1 });
    const write = () =>
      handle.db.transaction((transaction) =>
        transaction.insert(patients).values({ id: newId('usr'), name: 'Ana' }),
      );
    await handle.pool.query('set default_transaction_read_only = on');
    await expect(write()).rejects.toThrow();
    expect((await write()).rowCount).toBe(1);
  });

  test('an interrupted change is not made, and can be repeated', async () => {
    const { staff, wire, database, patientId, direct } = await startOnWire();
    const blocker = new Client(database.owner);
    await blocker.connect();
    onTestFinished(() => blocker.end());
    await blocker.query('begin; lock table patients in access exclusive mode');

    const change = {
      method: 'POST',
      url: '/v1/user/delete',
      payload: { idUsers: [patientId] },
      headers: { 'idempotency-key': newId('key') },
    } as const;
    const answer = staff.request(change);
    await vi.waitFor(async () => {
      const lockWaits = await queryAsOwner(
        database,
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(lockWaits).toHaveLength(1);
    }, LONG_WAIT);
    await wire.cut();
    expectUnavailable(await answer);
    await blocker.query('rollback');

    await wire.reopen();
    expect((await staff.get(`/v1/user/get-one?idUser=${patientId}`)).status).toBe(200);
    expect((await staff.request(change)).statusCode).toBe(200);
    expect(await direct.execute('select version from patients')).toMatchObject({
      rows: [{ version: 2 }],
    });
  });

  test('T-H2: a change whose answer was lost is made once when it is retried with its key', async () => {
    const { staff, wire, direct, patientId } = await startOnWire();
    const change = {
      method: 'POST',
      url: '/v1/user/create',
      payload: { name: 'Beatriz Luna', email: null, phone: null },
      headers: { 'idempotency-key': newId('key') },
    } as const;
    wire.cutAfter('commit');
    expectUnavailable(await staff.request(change));
    expect(await namesBut(patientId)).toEqual(['Beatriz Luna']);

    const again = await staff.request(change);
    expect(again.statusCode).toBe(200);
    expect(await namesBut(patientId)).toEqual(['Beatriz Luna']);
    expect((await staff.request(change)).json()).toEqual(again.json());

    async function namesBut(id: string) {
      const rows = await direct.select().from(patients).where(ne(patients.id, id));
      return rows.map(({ name }) => name);
    }
  });

  test('T-H3: the connection of an interrupted change is awaited once, and not used again', async () => {
    // Longer than a test may take, so waiting for a rollback would fail.
    const { handle, wire } = await startOnWire({ query_timeout: 600_000, max: 1 });
    const before = await backend();
    const change = handle.db.transaction(async (transaction) => {
      await transaction.execute('select 1');
      wire.swallow();
      const unanswered = { text: 'select 2', query_timeout: 200 };
      await getClient(transaction).query(unanswered).catch(failAsDrizzle);
    });
    await expect(change).rejects.toMatchObject({ cause: { message: 'Query read timeout' } });
    wire.release();
    expect(await backend()).not.toBe(before);

    async function backend() {
      const { rows } = await handle.db.execute<{ pid: number }>('select pg_backend_pid() as pid');
      return rows[0]?.pid;
    }

    function failAsDrizzle(cause: unknown): never {
      throw new Error('Failed query', { cause });
    }
  });

  test('requests after a loss of idle connections get new ones', async () => {
    const { staff, handle, database } = await startOnWire();
    await Promise.all(Array.from({ length: 5 }, () => staff.get('/v1/user/list')));
    expect(handle.pool.idleCount).toBeGreaterThan(1);
    await queryAsOwner(
      database,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await vi.waitFor(() => expect(handle.pool.totalCount).toBe(0), LONG_WAIT);
    expect((await staff.get('/v1/user/list')).status).toBe(200);
  });

  test('T-H3: a silent loss ends in an error for the request and frees its locks', async () => {
    const { staff, wire, handle } = await startOnWire();
    wire.swallow();
    limitWaits(handle.pool, 500);
    expectUnavailable(await staff.request({ url: '/v1/user/list' }));
    expectUnavailable(await staff.request({ url: '/health/ready' }));
    limitWaits(handle.pool, 60_000);
    wire.release();
    await vi.waitFor(
      async () => expect((await staff.get('/v1/user/list')).status).toBe(200),
      LONG_WAIT,
    );
  });
});

test('T-H3: every wait has a limit, unless it is explicitly switched off', async () => {
  const { app } = await createTestDatabase();
  const { connectionTimeoutMillis: _, ...usual } = app;
  const { pool, close } = openDatabase(usual, pino({ level: 'silent' }));
  onTestFinished(close);
  expect(pool.options).toMatchObject({ connectionTimeoutMillis: 5000, query_timeout: 35_000 });
  expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '30s' }]);
});

describe('T-H5: a pool without a free connection', () => {
  test('answers 503, and answers normally when a connection is free', async () => {
    const { app, staff, handle } = await startOnWire({ max: 2 });
    handle.pool.options.connectionTimeoutMillis = 500;
    const taken = [await handle.pool.connect(), await handle.pool.connect()];
    expectUnavailable(await staff.request({ url: '/v1/user/list' }));
    expectUnavailable(await staff.request({ url: '/health/ready' }));
    expectUnavailable(await signIn(app, { email: staff.email }));
    expect((await app.inject({ url: '/health/live' })).statusCode).toBe(200);
    handle.pool.options.connectionTimeoutMillis = 60_000;
    for (const client of taken) client.release();
    expect((await staff.get('/v1/user/list')).status).toBe(200);
  });

  test('queues more requests than it has connections', async () => {
    const { staff } = await startOnWire({ max: 2 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => staff.request({ url: '/v1/user/list' })),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  });
});
