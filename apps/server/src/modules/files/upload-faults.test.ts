import { once } from 'node:events';
import { mkdir, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { errorBody } from '@simiente/contract/common/errors';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openLocalFileStore } from '../../platform/storage/storage.ts';
import { exams } from '../../schema/exams.ts';
import { files, pendingFiles } from '../../schema/files.ts';
import { idempotencyKeys } from '../../schema/operation/installation.ts';
import { startApplication, type TestApplication } from '../../testing/application.ts';
import { queryAsOwner } from '../../testing/database.ts';
import { formRequest, makePdf } from '../../testing/files/uploads.ts';
import { LONG_WAIT } from '../../testing/long-wait.ts';
import { addPatient } from '../../testing/records.ts';
import { sweepFiles, sweepUploadFolder } from './sweep.ts';

/** Starts the application with separate folders, which a test may break. */
async function start() {
  const folder = path.join(tmpdir(), `simiente-faults-${crypto.randomUUID()}`);
  const storeFolder = path.join(folder, 'files');
  const uploadFolder = path.join(folder, 'uploads');
  await mkdir(folder, { recursive: true });
  const store = openLocalFileStore(storeFolder);
  const testApp = await startApplication({ store, uploadFolder });
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const idUser = await addPatient(testApp.database.db);
  const upload = async () => {
    const form = await formRequest({ idUser, examType: 'Hormonal' }, { bytes: makePdf() });
    return testApp.staff.request({ method: 'POST', url: '/v1/exam/create', ...form });
  };
  return { ...testApp, store, storeFolder, uploadFolder, upload, idUser };
}

/** Every file under a folder. */
async function listFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function expectNothingKept(
  { database: { db } }: Pick<TestApplication, 'database'>,
  ...folders: string[]
) {
  for (const folder of folders) expect(await listFiles(folder)).toEqual([]);
  for (const table of [files, exams, pendingFiles])
    expect(await db.select().from(table)).toEqual([]);
}

test('E-10.15, T-G5: an upload returns a 507 and stores nothing while the store cannot write, and works again afterwards', async () => {
  const testApp = await start();
  const { storeFolder, uploadFolder, upload } = testApp;
  const aside = `${storeFolder}-aside`;
  await rename(storeFolder, aside);
  await writeFile(storeFolder, 'no folder any more');
  const rejected = await upload();
  expect(rejected.statusCode).toBe(507);
  expect(rejected.json()).toEqual(errorBody('STORAGE_FULL'));
  await rm(storeFolder);
  await rename(aside, storeFolder);
  await sweepAll(testApp);
  await expectNothingKept(testApp, storeFolder, uploadFolder);
  expect((await upload()).statusCode).toBe(200);
});

test('E-10.15: an upload that was cut off leaves nothing', async () => {
  const testApp = await start();
  const { app, staff, idUser, uploadFolder, storeFolder } = testApp;
  await app.listen({ host: '127.0.0.1', port: 0 });
  const form = await formRequest({ idUser, examType: 'Hormonal' }, { bytes: makePdf() });
  const body = form.payload as Buffer;
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const head = [
    'POST /v1/exam/create HTTP/1.1',
    'host: 127.0.0.1',
    `cookie: ${staff.cookie}`,
    'sec-fetch-site: same-origin',
    `content-type: ${String(form.headers?.['content-type'])}`,
    `content-length: ${body.length}`,
  ].join('\r\n');
  socket.write(`${head}\r\n\r\n`);
  socket.write(body.subarray(0, body.length - 200));
  await vi.waitFor(async () => expect(await readdir(uploadFolder)).toHaveLength(1), LONG_WAIT);
  socket.destroy();
  await vi.waitFor(async () => expect(await readdir(uploadFolder)).toEqual([]), LONG_WAIT);
  await expectNothingKept(testApp, storeFolder, uploadFolder);
});

test('an upload whose record cannot be written leaves no file', async () => {
  const testApp = await start();
  const { database, storeFolder, uploadFolder, upload } = testApp;
  await queryAsOwner(
    database,
    `alter table exams add constraint spoilt check (type <> 'Hormonal')`,
  );
  expect((await upload()).statusCode).toBe(500);
  await expectNothingKept(testApp, storeFolder, uploadFolder);
});

test('E-10.15, T-D6: the remains of a process that died during an upload are swept, and nothing else', async () => {
  const testApp = await start();
  const { database, store, storeFolder, uploadFolder, upload } = testApp;
  const { fileUrl } = (await upload()).json().data.exam;
  await store.put('uploads/orphan', makePdf());
  await database.db.insert(pendingFiles).values({ storageKey: 'uploads/orphan' });
  const left = path.join(uploadFolder, 'upload-left');
  await mkdir(left, { recursive: true });
  await writeFile(path.join(left, '0'), 'half a file');

  // The uploads may still be under way.
  await sweepFiles({ db: database.db, store });
  await sweepUploadFolder(uploadFolder);
  expect(await listFiles(storeFolder)).toHaveLength(2);
  expect(await listFiles(uploadFolder)).toEqual(['0']);

  await sweepAll(testApp);
  expect(await listFiles(storeFolder)).toHaveLength(1);
  expect(await listFiles(uploadFolder)).toEqual([]);
  expect(await database.db.select().from(pendingFiles)).toEqual([]);
  expect((await testApp.staff.request({ url: fileUrl })).statusCode).toBe(200);
});

test('a file that cannot be removed does not keep others from being swept', async () => {
  const testApp = await start();
  const { database, store, storeFolder } = testApp;
  // A folder in place of the file cannot be removed like a file.
  await mkdir(path.join(storeFolder, 'uploads', 'stuck', 'x'), { recursive: true });
  await store.put('uploads/orphan', makePdf());
  for (const storageKey of ['uploads/stuck', 'uploads/orphan']) {
    await database.db.insert(pendingFiles).values({ storageKey });
  }
  await expect(sweepAll(testApp)).rejects.toThrow('could not be swept');
  expect(await listFiles(storeFolder)).toEqual([]);
  const left = await database.db.select().from(pendingFiles);
  expect(left.map(({ storageKey }) => storageKey)).toEqual(['uploads/stuck']);
});

test('the stored answer of a repeated upload is only the id of its record', async () => {
  const { database, staff, idUser } = await start();
  const form = await formRequest({ idUser, examType: 'Hormonal' }, { bytes: makePdf() });
  const headers = { ...form.headers, 'idempotency-key': 'una' };
  const send = () =>
    staff.request({ method: 'POST', url: '/v1/exam/create', payload: form.payload, headers });
  const [first, second] = [(await send()).json(), (await send()).json()];
  expect(second).toEqual(first);
  const [kept] = await database.db.select().from(idempotencyKeys);
  expect(kept?.answer).toBe(first.data.exam.id);
});

/** Sweeps as if two hours had passed. */
async function sweepAll({ database, store, uploadFolder }: Awaited<ReturnType<typeof start>>) {
  const { db } = database;
  await db.update(pendingFiles).set({ createdAt: sql`now() - interval '2 hours'` });
  const then = new Date(Date.now() - 7_200_000);
  for (const name of await readdir(uploadFolder).catch(() => [])) {
    await utimes(path.join(uploadFolder, name), then, then);
  }
  await sweepUploadFolder(uploadFolder);
  await sweepFiles({ db, store });
}
