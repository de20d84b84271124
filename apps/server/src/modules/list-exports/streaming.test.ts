import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ExportFormat } from '@simiente/contract/common/paths';
import { and, eq, like, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { forLength } from '../../../../../scripts/test-length.mjs';
import { auditEvents } from '../../schema/audit.ts';
import { patients } from '../../schema/patients.ts';
import {
  sharedApplication,
  startApplication,
  type TestApplication,
} from '../../testing/application.ts';
import { requestExport } from '../../testing/calls/list-exports.ts';
import { queryAsOwner } from '../../testing/database.ts';
import { collectGarbage } from '../../testing/garbage.ts';
import { LONG_WAIT } from '../../testing/long-wait.ts';

const ROWS = forLength(20_000, 60_000);
/** Timeouts that no client of a busy machine exceeds; one test has its own. */
const UNHURRIED = { stall: 60_000, total: 600_000 };
/** The id of the last row. */
const LAST_ROW = `usr_${ROWS - 1}`;
const testApp = sharedApplication({ exportLimits: UNHURRIED });

beforeAll(async () => {
  const { database, app } = testApp();
  // The rows are long: together they exceed the buffers of both sockets.
  await queryAsOwner(
    database,
    `insert into patients (id, name, email, created_at)
     select 'usr_' || n, 'Paciente ' || n || ' ' || repeat('x', 180), repeat('y', 180) || '@x.mx',
       timestamptz '2026-01-01Z' - n * interval '1 minute'
     from generate_series(1, $1) as n`,
    [ROWS],
  );
  await queryAsOwner(database, 'analyze patients');
  await app.listen({ host: '127.0.0.1', port: 0 });
});

/**
 * Fetches over a real socket.
 * @returns the answer at its beginning
 */
async function fetchSlowly(
  format: ExportFormat = 'csv',
  { app, staff }: TestApplication = testApp(),
) {
  const path = await requestExport(staff, 'patients', {}, format);
  const { port } = app.server.address() as AddressInfo;
  const request = get({ host: '127.0.0.1', port, path, headers: { cookie: staff.cookie } });
  // A connection that the test cuts on purpose.
  request.on('error', () => {});
  onTestFinished(() => {
    request.destroy();
  });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.on('error', () => {});
  return { request, answer, id: /exp_[\w-]+/.exec(path)?.[0] ?? '' };
}

/** The audited end of an export; null before the end. */
async function findEnd(id: string) {
  const [row] = await testApp()
    .database.db.select({ details: auditEvents.details })
    .from(auditEvents)
    .where(and(eq(auditEvents.action, 'list.export_ended'), eq(auditEvents.subjectId, id)));
  return (row?.details ?? null) as { rows: number; complete: boolean } | null;
}

/** Busy connections of the pool. */
function countHeld(): number {
  const { pool } = testApp().database;
  return pool.totalCount - pool.idleCount;
}

const pollOptions = { ...LONG_WAIT, interval: 20 };

describe(`an export of ${ROWS} rows`, () => {
  test('E-10.137: a CSV arrives whole, with little memory', async () => {
    const readHeapUsed = () => {
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const { answer, id } = await fetchSlowly();
    const before = readHeapUsed();
    let received = 0;
    let lines = 0;
    let peak = 0;
    let measuredAt = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      received += chunk.length;
      lines += chunk.toString('latin1').split('\n').length - 1;
      if (received - measuredAt < 3_000_000) continue;
      measuredAt = received;
      peak = Math.max(peak, readHeapUsed() - before);
    }
    expect(lines).toBe(ROWS + 1);
    expect(received).toBeGreaterThan(ROWS * 350);
    expect(peak).toBeLessThan(6_000_000);
    expect(await findEnd(id)).toEqual({
      list: 'patients',
      format: 'csv',
      rows: ROWS,
      complete: true,
    });
    await expect.poll(countHeld, pollOptions).toBe(0);
  });

  test('E-10.137: a workbook arrives whole, with little memory', async () => {
    const readHeapUsed = () => {
      collectGarbage();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const { answer, id } = await fetchSlowly('xlsx');
    const before = readHeapUsed();
    let peak = 0;
    let pieces = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      pieces += chunk.length > 0 ? 1 : 0;
      if (pieces % 20 === 0) peak = Math.max(peak, readHeapUsed() - before);
    }
    expect(pieces).toBeGreaterThan(20);
    expect(peak).toBeLessThan(12_000_000);
    expect(await findEnd(id)).toMatchObject({ format: 'xlsx', rows: ROWS, complete: true });
    await expect.poll(countHeld, pollOptions).toBe(0);
  });

  test('E-7.14: get-all arrives whole, with memory that does not grow with the list', async () => {
    const readHeapUsed = () => {
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const { staff } = testApp();
    const answer = await staff.request({ url: '/v1/user/get-all', payloadAsStream: true });
    const before = readHeapUsed();
    let received = 0;
    let measuredAt = 0;
    let peak = 0;
    for await (const chunk of answer.stream() as AsyncIterable<Buffer>) {
      received += chunk.length;
      if (received - measuredAt < 2_000_000) continue;
      measuredAt = received;
      peak = Math.max(peak, readHeapUsed() - before);
    }
    expect(received).toBeGreaterThan(ROWS * 350);
    // In tests, the check of answers keeps four million characters.
    expect(peak).toBeLessThan(10_000_000);
  });

  test('E-10.137: a client that disconnects from a workbook frees the connection', async () => {
    const { request, answer, id } = await fetchSlowly('xlsx');
    await once(answer, 'readable');
    request.destroy();
    await expect.poll(() => findEnd(id), pollOptions).toMatchObject({ complete: false });
    await expect.poll(countHeld, pollOptions).toBe(0);
  });

  test('E-10.137: an export is one snapshot, without concurrent changes', async () => {
    const { db } = testApp().database;
    const { answer } = await fetchSlowly();
    await db
      .update(patients)
      .set({ name: 'Cambiada' })
      .where(like(patients.id, `${LAST_ROW.slice(0, -1)}%`));
    onTestFinished(async () => {
      await db
        .update(patients)
        .set({ name: sql`'Paciente ' || ${patients.id} || repeat('x', 180)` })
        .where(eq(patients.name, 'Cambiada'));
    });
    let last = '';
    for await (const chunk of answer as AsyncIterable<Buffer>) last = (last + chunk).slice(-50_000);
    expect(last).toContain(LAST_ROW);
    expect(last).not.toContain('Cambiada');
  });

  test('E-10.137: a client that disconnects frees the connection, and the audit marks the export as incomplete', async () => {
    const { request, answer, id } = await fetchSlowly();
    await once(answer, 'readable');
    expect(countHeld()).toBeGreaterThan(0);
    request.destroy();
    await expect.poll(() => findEnd(id), pollOptions).toMatchObject({ complete: false });
    const { rows } = (await findEnd(id)) ?? { rows: 0 };
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(ROWS);
    await expect.poll(countHeld, pollOptions).toBe(0);
  });

  test('E-10.137: a client that stops reading is cut off after a bounded number of bytes', async () => {
    const impatient = await startApplication(
      { database: testApp().database, exportLimits: { ...UNHURRIED, stall: 400 } },
      onTestFinished,
      'tres@simiente.example',
    );
    await impatient.app.listen({ host: '127.0.0.1', port: 0 });
    const { answer, id } = await fetchSlowly('csv', impatient);
    answer.pause();
    const closed = new Promise((resolve) => answer.once('close', resolve));
    await expect.poll(() => findEnd(id), pollOptions).toMatchObject({ complete: false });
    expect((await findEnd(id))?.rows).toBeLessThan(ROWS);
    await expect.poll(countHeld, pollOptions).toBe(0);
    answer.resume();
    await closed;
    // The chunked answer has no end, so browsers treat it as incomplete.
    expect(answer.complete).toBe(false);
  });

  test('E-10.137: one user has at most two concurrent exports, and other users can still export', async () => {
    const { staff, signInAs } = testApp();
    const other = await signInAs('dos@simiente.example');
    const first = [await fetchSlowly(), await fetchSlowly()];
    const third = await staff.request({ url: await requestExport(staff, 'doctors') });
    expect([third.statusCode, third.headers['retry-after']]).toEqual([503, '10']);
    const otherAnswer = await other.request({ url: await requestExport(other, 'doctors') });
    expect(otherAnswer.statusCode).toBe(200);
    for (const { request } of first) request.destroy();
    for (const { id } of first) await expect.poll(() => findEnd(id), pollOptions).not.toBeNull();
    const again = await staff.request({ url: await requestExport(staff, 'doctors') });
    expect(again.statusCode).toBe(200);
  });
});

test('T-H3: a list that cannot be read is an error, not a file with a header line', async () => {
  const { database, staff } = testApp();
  const path = await requestExport(staff, 'patients', { search: 'Méndez' });
  await queryAsOwner(database, `revoke select on patients from "${database.app.user}"`);
  onTestFinished(async () => {
    await queryAsOwner(database, `grant select on patients to "${database.app.user}"`);
  });
  const answer = await staff.request({ url: path });
  expect(answer.statusCode).toBe(500);
  expect(answer.headers['content-disposition']).toBeUndefined();
  expect(answer.json()).toMatchObject({ code: 'INTERNAL' });
  const id = path.split('/').at(-1) ?? '';
  await expect
    .poll(() => findEnd(id), pollOptions)
    .toEqual({ list: 'patients', format: 'csv', rows: 0, complete: false });
  await expect.poll(countHeld, pollOptions).toBe(0);
});

test('E-10.138, T-F3: a download that cannot be audited does not begin', async () => {
  const { database, staff } = testApp();
  const path = await requestExport(staff, 'doctors');
  await queryAsOwner(database, `revoke insert on audit_events from "${database.app.user}"`);
  onTestFinished(async () => {
    await queryAsOwner(database, `grant insert on audit_events to "${database.app.user}"`);
  });
  expect((await staff.request({ url: path })).statusCode).toBe(500);
});
