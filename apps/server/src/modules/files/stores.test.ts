import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorBody } from '@simiente/contract/common/errors';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { DEFAULT_TIMEOUTS } from '../../platform/storage/s3-store.ts';
import { exams } from '../../schema/exams.ts';
import { files, pendingFiles } from '../../schema/files.ts';
import { startApplication, type TestApplication } from '../../testing/application.ts';
import { drawLogo } from '../../testing/calls/partners.ts';
import { formRequest, makePdf } from '../../testing/files/uploads.ts';
import {
  addBranch,
  addExam,
  addExamOrder,
  addFile,
  addPartner,
  addPatient,
} from '../../testing/records.ts';
import { openUnhurriedStore } from '../../testing/services/s3.ts';
import { listKeys, STORES, type TestStore } from '../../testing/services/stores.ts';
import { sweepFiles } from './sweep.ts';

type Started = TestApplication & { readonly opened: TestStore };

async function start(opened: TestStore): Promise<Started> {
  return { ...(await startApplication({ store: opened.store })), opened };
}

async function upload(
  { staff }: TestApplication,
  call: 'create' | 'replace-file',
  fields: Readonly<Record<string, string>>,
  bytes: Uint8Array,
) {
  const form = await formRequest(fields, { bytes });
  return staff.request({ method: 'POST', url: `/v1/exam/${call}`, ...form });
}

/** Sweeps as if uploads were more than an hour old. */
async function sweepLater({ database: { db }, opened }: Started) {
  await db.update(pendingFiles).set({ createdAt: sql`now() - interval '2 hours'` });
  await sweepFiles({ db, store: opened.store });
}

describe.each(STORES)('the application with its files on $kind', ({ open }) => {
  let opened: TestStore;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  test('keeps an exam’s file and its replacement, and both can be read', async () => {
    const testApp = await start(opened);
    const idUser = await addPatient(testApp.database.db);
    const [first, second] = [makePdf('Primero'), makePdf('Segundo')];
    const created = await upload(testApp, 'create', { idUser, examType: 'Hormonal' }, first);
    expect(created.statusCode).toBe(200);
    const { exam } = created.json().data;
    const replaced = await upload(
      testApp,
      'replace-file',
      { idExam: exam.id, version: '1' },
      second,
    );
    expect(replaced.statusCode).toBe(200);
    const now = replaced.json().data.exam;
    for (const [url, bytes] of [
      [now.fileUrl, second],
      [now.earlierFiles[0].fileUrl, first],
    ]) {
      const answer = await testApp.staff.request({ url });
      expect([answer.statusCode, answer.headers['content-length']]).toEqual([
        200,
        String(bytes.length),
      ]);
      expect(answer.rawPayload.equals(bytes)).toBe(true);
    }
  });

  test('prints a stored logo on the sheet of an order', async () => {
    const testApp = await start(opened);
    const { db } = testApp.database;
    const bytes = await drawLogo(60, 30).png().toBuffer();
    const logoId = await addFile(db, opened.store, { bytes, mediaType: 'image/png' });
    const order = async (partner: object) => {
      const partnerId = await addPartner(db, partner);
      const branchId = await addBranch(db, partnerId);
      const patientId = await addPatient(db);
      const id = await addExamOrder(db, { partnerId, branchId, patientId });
      return testApp.staff.request({ url: `/v1/exam-orders/${id}/pdf` });
    };
    const [plain, drawnOn] = [await order({}), await order({ loginLogoId: logoId })];
    expect([plain.statusCode, drawnOn.statusCode]).toEqual([200, 200]);
    expect(plain.rawPayload.toString('latin1')).not.toContain('/Subtype /Image');
    expect(drawnOn.rawPayload.toString('latin1')).toContain('/Subtype /Image');
  });

  test('T-D6: sweeps the remains of uploads, and nothing else', async () => {
    const testApp = await start(opened);
    const { db } = testApp.database;
    const idUser = await addPatient(db);
    const created = await upload(testApp, 'create', { idUser, examType: 'Hormonal' }, makePdf());
    const keysBefore = await listKeys(opened.store);
    await opened.store.put('uploads/orphan', makePdf());
    await db.insert(pendingFiles).values({ storageKey: 'uploads/orphan' });
    await sweepLater(testApp);
    expect(await listKeys(opened.store)).toEqual(keysBefore);
    expect(await db.select().from(pendingFiles)).toEqual([]);
    const { fileUrl } = created.json().data.exam;
    expect((await testApp.staff.request({ url: fileUrl })).statusCode).toBe(200);
  });
});

test.each(STORES)(
  '$kind that is missing causes a clear error and no partial files, and other calls work',
  async ({ kind, open }) => {
    const opened = await open();
    onTestFinished(opened.close);
    const testApp = await start(opened);
    const { db } = testApp.database;
    const idUser = await addPatient(db);
    const created = await upload(testApp, 'create', { idUser, examType: 'Hormonal' }, makePdf());
    const { fileUrl } = created.json().data.exam;
    const before = await db.select().from(exams);
    await opened.shutDown();

    const unread = await testApp.staff.request({ url: fileUrl });
    expect([unread.statusCode, unread.headers['retry-after']]).toEqual([503, '5']);
    // A lost folder is created again; a lost service is not.
    if (kind === 'a bucket') {
      const rejected = await upload(testApp, 'create', { idUser, examType: 'Hormonal' }, makePdf());
      expect(rejected.statusCode).toBe(503);
      expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
      expect(rejected.json()).toMatchObject(errorBody('UNAVAILABLE'));
      expect(await db.select().from(exams)).toEqual(before);
      expect(await db.select().from(files)).toHaveLength(1);
    }
    expect((await testApp.staff.get(`/v1/user/get-one?idUser=${idUser}`)).status).toBe(200);
  },
);

/** A store over a service with the test's answers. */
async function openStoreAt(answer: RequestListener) {
  const service = createServer(answer).listen(0, '127.0.0.1');
  await once(service, 'listening');
  onTestFinished(() => void service.close().closeAllConnections());
  const { port } = service.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  return openUnhurriedStore({ name: 'archivos', prefix: '', endpoint, region: 'us-east-1' });
}

test('T-H3: a bucket that accepts connections and never answers delays an upload or a read by one timeout, followed by a 503', async () => {
  const requests: unknown[] = [];
  let isHung = false;
  const { store, limitSilence } = await openStoreAt((request, response) => {
    request.resume();
    if (isHung) requests.push(request.method);
    else response.end();
  });
  const testApp = await startApplication({ store });
  const { db } = testApp.database;
  const idUser = await addPatient(db);
  const fileId = await addFile(db, store);
  await addExam(db, idUser, { fileId });
  isHung = true;
  limitSilence(500);
  const [read, sent] = await Promise.all([
    testApp.staff.request({ url: `/v1/files/${fileId}` }),
    upload(testApp, 'create', { idUser, examType: 'Hormonal' }, makePdf()),
  ]);
  expect([read.statusCode, sent.statusCode]).toEqual([503, 503]);
  expect(requests.toSorted()).toEqual(['GET', 'PUT']);
});

test('T-H3: connecting and one timeout together stay under ten seconds', () => {
  const { connect, idle } = DEFAULT_TIMEOUTS;
  expect(connect + idle).toBeLessThan(10_000);
  // The service's library starts its timer late.
  expect(idle).toBeLessThan(6_000);
});

test('T-G5: a start succeeds while the bucket is full', async () => {
  const { store } = await openStoreAt((request, response) => {
    request.resume();
    response.writeHead(507).end();
  });
  await expect(store.check()).rejects.toMatchObject({ code: 'ENOSPC' });
});
