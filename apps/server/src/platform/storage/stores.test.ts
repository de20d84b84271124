import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { LONG_WAIT } from '../../testing/long-wait.ts';
import { startProxy } from '../../testing/services/proxy.ts';
import {
  openUnhurriedStore,
  S3_CREDENTIALS,
  type S3Service,
  startS3,
} from '../../testing/services/s3.ts';
import { listKeys, openFolder, STORES, type TestStore } from '../../testing/services/stores.ts';
import { toProblem } from '../failures.ts';
import { openS3FileStore } from './s3-store.ts';
import { FileStoreUnavailable } from './storage.ts';

/** A local file of random bytes, and its content. */
async function makeFile(size: number) {
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-source-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'source');
  const bytes = randomBytes(size);
  await writeFile(file, bytes);
  return { file, bytes };
}

/** Whether this process has a file open. */
async function isOpen(file: string): Promise<boolean> {
  const descriptors = await readdir('/proc/self/fd');
  const open = descriptors.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => ''));
  return (await Promise.all(open)).includes(file);
}

describe.each(STORES)('files in $kind', ({ open }) => {
  let opened: TestStore;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  test('are read as stored, also by another process, and are gone after their deletion', async () => {
    const { store, again } = opened;
    const { file, bytes } = await makeFile(3_000_000);
    await store.put('uno/a', Buffer.from('hola'));
    await store.putFile('uno/b', file);
    const other = await again();
    expect(await buffer(await other.read('uno/a'))).toEqual(Buffer.from('hola'));
    expect((await buffer(await other.read('uno/b'))).equals(bytes)).toBe(true);
    await other.delete('uno/a');
    await expect(readWhole(opened, 'uno/a')).rejects.toThrow();
    // State after an interrupted sweep.
    await expect(other.delete('uno/a')).resolves.toBeUndefined();
    await store.delete('uno/b');
  });

  test('can have no content', async () => {
    const { store } = opened;
    const { file } = await makeFile(0);
    await store.putFile('vacio', file);
    expect(await buffer(await store.read('vacio'))).toHaveLength(0);
    await store.delete('vacio');
  });

  test('are all listed, but not the file that a check writes', async () => {
    const { store } = opened;
    for (const key of ['z', 'lista/1', 'lista/dos/3']) await store.put(key, Buffer.from(key));
    await store.put('check-left', Buffer.from('x'));
    await store.check();
    expect(await listKeys(store)).toEqual(['lista/1', 'lista/dos/3', 'z']);
  });

  test('cause an error if the file or its source is missing', async () => {
    await expect(readWhole(opened, 'nadie')).rejects.toThrow();
    await expect(opened.store.putFile('nadie', '/no/existe')).rejects.toThrow();
    expect(await listKeys(opened.store)).not.toContain('nadie');
  });

  test.each(['../fuera', '/abs/../../fuera', 'a/../../fuera'])(
    'cannot have the key %j',
    async (key) => {
      await opened.store.put(key, Buffer.from('x')).catch(() => {});
      await expect(stat(path.join(tmpdir(), 'fuera'))).rejects.toThrow();
      for (const key of await listKeys(opened.store)) expect(key).not.toContain('..');
    },
  );
});

/** Reads a whole file. A store may fail at the request, or when the stream is read. */
async function readWhole({ store }: TestStore, key: string): Promise<Buffer> {
  return buffer(await store.read(key));
}

test('a folder closes the source of a file that it cannot store', async () => {
  const { store, close } = await openFolder();
  onTestFinished(close);
  await store.put('uno', Buffer.from('hola'));
  const { file } = await makeFile(10);
  await expect(store.putFile('uno/dos', file)).rejects.toThrow();
  await expect.poll(() => isOpen(file)).toBe(false);
});

test.each(STORES)('a check of a missing $kind fails, and creates nothing', async ({ open }) => {
  const { store, shutDown, close } = await open();
  onTestFinished(close);
  await store.check();
  await shutDown();
  await expect(store.check()).rejects.toThrow();
  await expect(store.check()).rejects.toThrow();
});

describe('a bucket of files', () => {
  let service: S3Service;
  beforeAll(async () => {
    service = await startS3();
  });
  afterAll(() => service.stop());

  test('lists more files than one answer has', async () => {
    const { store } = await openUnhurriedStore(service.bucket);
    const keys = Array.from({ length: 1_005 }, (_, index) => `muchos/${1_000 + index}`);
    for (let start = 0; start < keys.length; start += 100) {
      const group = keys.slice(start, start + 100);
      await Promise.all(group.map((key) => store.put(key, Buffer.from('x'))));
    }
    expect(await listKeys(store)).toEqual(keys);
  });

  test('is read no faster than its reader consumes it', async () => {
    const { store } = await openUnhurriedStore(service.bucket);
    const size = 64 * 1024 * 1024;
    const { file } = await makeFile(size);
    await store.putFile('grande', file);
    const content = (await store.read('grande')) as IncomingMessage;
    await once(content, 'readable');
    const { socket } = content;
    let arrived = -1;
    // Waits until nothing more arrives, because the buffers of both ends are full.
    for (let idle = 0; idle < 5; ) {
      const { bytesRead } = socket;
      idle = bytesRead === arrived ? idle + 1 : 0;
      arrived = bytesRead;
      await delay(20);
    }
    expect(arrived).toBeLessThan(size / 4);
    const target = createWriteStream('/dev/null');
    content.pipe(target);
    await once(target, 'finish');
    expect(socket.bytesRead).toBeGreaterThan(size);
  });

  test.each([
    ['that does not exist', { name: 'nadie' }, {}, 'no existe'],
    ['of another owner', {}, { accessKeyId: 'otra' }, 'revisa AWS_ACCESS_KEY_ID'],
    ['whose service is unreachable', { endpoint: 'http://127.0.0.1:1' }, {}, 'que esté encendido'],
  ])('%s stops the start with a one-line instruction', async (_, bucket, by, message) => {
    const opening = openS3FileStore({ ...service.bucket, ...bucket }, { ...S3_CREDENTIALS, ...by });
    const error = await opening.catch((fault: unknown) => fault);
    expect(error).toMatchObject({
      name: 'StartupError',
      message: expect.stringContaining(message),
    });
    expect((error as Error).message).not.toContain('\n');
  });

  test('is unavailable while it does not answer, and available afterwards', async () => {
    const { port } = new URL(service.bucket.endpoint ?? '');
    const wire = await startProxy({ host: '127.0.0.1', port: Number(port) });
    const bucket = { ...service.bucket, endpoint: `http://127.0.0.1:${wire.config.port}` };
    const { store, limitSilence } = await openUnhurriedStore(bucket);
    await store.put('antes', Buffer.from('hola'));
    const { file } = await makeFile(1_000_000);
    const operations = [
      () => store.put('x', Buffer.from('x')),
      () => store.putFile('x', file),
      () => store.read('antes'),
      () => store.delete('x'),
      () => store.check(),
      () => listKeys(store),
    ];
    const expectUnavailable = async () => {
      const outcomes = await Promise.allSettled(operations.map((operation) => operation()));
      for (const outcome of outcomes) {
        const fault = outcome.status === 'rejected' ? outcome.reason : null;
        expect(fault).toBeInstanceOf(FileStoreUnavailable);
        expect(toProblem(fault)).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 });
      }
    };
    wire.swallow();
    limitSilence(500);
    await expectUnavailable();
    limitSilence(60_000);
    wire.release();
    await wire.cut();
    await expectUnavailable();
    await expect.poll(() => isOpen(file), LONG_WAIT).toBe(false);
    await wire.reopen();
    expect(await buffer(await store.read('antes'))).toEqual(Buffer.from('hola'));
  });
});
