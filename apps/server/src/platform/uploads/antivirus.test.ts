import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { errorBody } from '@simiente/contract/common/errors';
import { expect, onTestFinished, test } from 'vitest';
import { exams } from '../../schema/exams.ts';
import { files, pendingFiles } from '../../schema/files.ts';
import { startApplication } from '../../testing/application.ts';
import { formRequest, makePdf } from '../../testing/files/uploads.ts';
import { addPatient } from '../../testing/records.ts';
import type { ClamdAddress } from './antivirus.ts';

/** Listens like clamd, and calls back with the file of each INSTREAM command. */
async function listenAsClamd(onFile: (file: Buffer, socket: Socket) => void) {
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const file = readInstream(received);
      if (file !== null) onFile(file, socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
}

/** The file of a complete command; null before its end. */
function readInstream(received: Buffer): Buffer | null {
  const command = 'zINSTREAM\0';
  expect(received.toString('latin1').slice(0, command.length)).toBe(command);
  const chunks: Buffer[] = [];
  for (let at = command.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}

async function startWith(clamd: ClamdAddress) {
  const { database, staff } = await startApplication({ clamd });
  const { db } = database;
  const idUser = await addPatient(db);
  return async (bytes: Buffer) => {
    const form = await formRequest({ idUser, examType: 'Hormonal' }, { bytes });
    const answer = await staff.request({ method: 'POST', url: '/v1/exam/create', ...form });
    const examCount = (await db.select().from(exams)).length;
    expect(await db.select().from(files)).toHaveLength(examCount);
    return {
      status: answer.statusCode,
      code: answer.json().code,
      headers: answer.headers,
      stored: examCount,
    };
  };
}

test('E-10.720, T-L14: an upload is stored after clamd has read all of it, and rejected if it contains malware', async () => {
  const scanned: Buffer[] = [];
  const upload = await startWith(
    await listenAsClamd((file, socket) => {
      scanned.push(file);
      socket.end(file.includes('virus') ? 'stream: Prueba.UNOFFICIAL FOUND\0' : 'stream: OK\0');
    }),
  );
  const large = Buffer.concat([makePdf(' '.repeat(300_000)), Buffer.from('\n')]);
  expect(await upload(large)).toMatchObject({ status: 200, stored: 1 });
  expect(await upload(makePdf('virus'))).toMatchObject({
    status: 422,
    code: errorBody('FILE_INFECTED').code,
    stored: 1,
  });
  expect(scanned[0]?.equals(large)).toBe(true);
});

test('E-10.1472: a repeated upload with the same key is neither scanned nor stored again', async () => {
  let scans = 0;
  const clamd = await listenAsClamd((_file, socket) => {
    scans += 1;
    socket.end('stream: OK\0');
  });
  const { database, staff } = await startApplication({ clamd });
  const idUser = await addPatient(database.db);
  const send = async (bytes: Buffer) => {
    const form = await formRequest({ idUser, examType: 'Hormonal' }, { bytes });
    const headers = { ...form.headers, 'idempotency-key': 'una' };
    const { payload } = form;
    return staff.request({ method: 'POST', url: '/v1/exam/create', payload, headers });
  };
  const [first, second] = [await send(makePdf()), await send(makePdf())];
  expect(first.statusCode).toBe(200);
  expect(second.json()).toEqual(first.json());
  expect((await send(makePdf('otro'))).json().code).toBe('IDEMPOTENCY_KEY_REUSED');
  expect(scans).toBe(1);
  for (const table of [files, exams]) expect(await database.db.$count(table)).toBe(1);
  expect(await database.db.$count(pendingFiles)).toBe(0);
});

test.each([
  ['reports that the file is too large', 'INSTREAM size limit exceeded. ERROR\0'],
  ['closes without an answer', ''],
  ['answers something else', 'hola'],
])('T-L14: uploads are rejected with 503 while clamd %s', async (_, answer) => {
  const upload = await startWith(await listenAsClamd((_file, socket) => socket.end(answer)));
  const { status, code, headers, stored } = await upload(makePdf());
  expect({ status, code, stored }).toEqual({
    status: 503,
    code: errorBody('SCANNER_UNAVAILABLE').code,
    stored: 0,
  });
  expect(headers['retry-after']).toBe('60');
});

test('T-L14: uploads are rejected with 503 while nothing listens at the address of clamd', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const upload = await startWith({ host: '127.0.0.1', port });
  expect(await upload(makePdf())).toMatchObject({ status: 503, stored: 0 });
});

test('T-L14: a clamd that stays silent counts as unavailable after the timeout', async () => {
  const clamd = await listenAsClamd(() => {});
  const file = import.meta.filename;
  const { scanFile } = await import('./antivirus.ts');
  await expect(scanFile(file, clamd, 100)).rejects.toMatchObject({ code: 'SCANNER_UNAVAILABLE' });
});
