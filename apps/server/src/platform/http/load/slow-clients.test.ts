import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MAX_EXAM_FILE_SIZE } from '@simiente/contract/exams/calls';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sharedApplication, type TestApplication } from '../../../testing/application.ts';
import { LONG_WAIT } from '../../../testing/long-wait.ts';
import { addExam, addFile, addPatient } from '../../../testing/records.ts';

const uploadFolder = path.join(tmpdir(), `simiente-slow-${crypto.randomUUID()}`);
// Seconds, so that a busy machine does not count as a slow client.
const withLimits = (limits: { idle: number; headers: number; request: number }) =>
  sharedApplication({ uploadFolder, clientLimits: { ...limits, timeoutCheckInterval: 50 } });
const application = withLimits({ idle: 6_000, headers: 15_000, request: 15_000 });
const hurried = withLimits({ idle: 120_000, headers: 4_000, request: 6_000 });

beforeAll(async () => {
  for (const { app } of [application(), hurried()])
    await app.listen({ host: '127.0.0.1', port: 0 });
});

/** A client that sends raw bytes, and reads until it is disconnected. */
const sendLines = (...lines: readonly string[]) => sendTo(application(), ...lines);

async function sendTo({ app }: TestApplication, ...lines: readonly string[]) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => {});
  const began = performance.now();
  const { promise: cut, resolve } = Promise.withResolvers<number>();
  socket.on('close', () => resolve(performance.now() - began));
  socket.write(lines.join('\r\n'));
  return { socket, cut, received: () => received };
}

function head(path: string, type: string, length: number, { staff } = application()): string[] {
  return [
    `POST ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'origin: http://127.0.0.1',
    `cookie: ${staff.cookie}`,
    `content-type: ${type}`,
    `content-length: ${length}`,
    '',
  ];
}

const FORM = 'multipart/form-data; boundary=half';
const FILE = [
  '--half',
  'content-disposition: form-data; name="file"; filename="estudio.png"',
  'content-type: image/png',
  '',
  '',
];

afterAll(async () => {
  expect(await readdir(uploadFolder)).toEqual([]);
});

// Concurrent, because they mostly wait for the limits.
describe.concurrent('T-I2: a slow sender', () => {
  test('T-I2: a sender that stops in the middle of a body is disconnected', async () => {
    const { cut } = await sendLines(...head('/v1/user/create', 'application/json', 900), '{');
    await cut;
  });

  test('T-I2: an upload that stops frees its permit', async () => {
    const { cut } = await sendLines(...head('/v1/exam/create', FORM, 90_000), ...FILE);
    await vi.waitFor(async () => expect(await readdir(uploadFolder)).not.toEqual([]), LONG_WAIT);
    await cut;
    await vi.waitFor(async () => expect(await readdir(uploadFolder)).toEqual([]), LONG_WAIT);
  });

  test('T-I2: a body sent byte by byte is disconnected with an answer', async () => {
    const { socket, cut, received } = await sendTo(
      hurried(),
      ...head('/v1/user/create', 'application/json', 900, hurried()),
      '{',
    );
    const timer = setInterval(() => socket.write(' '), 100);
    await cut;
    clearInterval(timer);
    expect(received()).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('T-I2: an upload that is rejected midway and then stops does not keep the connection', async () => {
    const { cut, received } = await sendTo(
      hurried(),
      ...head('/v1/none', FORM, 90_000, hurried()),
      ...FILE,
    );
    await cut;
    expect(received()).toMatch(/^HTTP\/1\.1 404 /);
  });

  test('an upload that is too large and then stops does not keep the connection', async () => {
    const { socket, cut, received } = await sendLines(
      ...head('/v1/exam/create', FORM, 2 * MAX_EXAM_FILE_SIZE),
      ...FILE,
    );
    socket.write(Buffer.alloc(MAX_EXAM_FILE_SIZE + 100_000));
    await vi.waitFor(() => expect(received()).toMatch(/^HTTP\/1\.1 413 /), LONG_WAIT);
    await cut;
  });

  test('a slow but steady body is accepted', async () => {
    const body = JSON.stringify({ name: 'Ana'.padEnd(1_500), email: null, phone: null });
    const { socket, received } = await sendLines(
      ...head('/v1/user/create', 'application/json', body.length),
      '',
    );
    for (let at = 0; at < body.length; at += 100) {
      socket.write(body.slice(at, at + 100));
      await delay(100);
    }
    await vi.waitFor(() => expect(received()).toMatch(/^HTTP\/1\.1 200 /), LONG_WAIT);
    socket.destroy();
  });

  test('T-I2: a client that sends half a request head is disconnected', async () => {
    const { socket, cut, received } = await sendTo(
      hurried(),
      'GET /v1/user/list HTTP/1.1',
      'host: ',
    );
    const timer = setInterval(() => socket.write('1'), 100);
    await cut;
    clearInterval(timer);
    expect(received()).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('a client that sends nothing is disconnected', async () => {
    const { cut } = await sendLines('');
    await cut;
  });
});

test('T-I2: a client that requests a file and reads nothing of it is disconnected', async () => {
  const { app, database, store, staff } = application();
  // More than the kernel buffers for a connection that is not read.
  const bytes = Buffer.alloc(32 * 1024 * 1024);
  const id = await addFile(database.db, store, { bytes });
  await addExam(database.db, await addPatient(database.db), { fileId: id });
  const { socket, cut } = await sendLines(
    `GET /v1/files/${id} HTTP/1.1`,
    'host: 127.0.0.1',
    `cookie: ${staff.cookie}`,
    '',
    '',
  );
  await once(socket, 'data');
  socket.pause();
  const connections = () =>
    new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
  // Connections of earlier tests may still be closing.
  await vi.waitFor(async () => expect(await connections()).toBe(1), LONG_WAIT);
  await vi.waitFor(async () => expect(await connections()).toBe(0), LONG_WAIT);
  socket.resume();
  await cut;
});
