import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { withForm } from './receive-form.ts';

test('E-10.15, T-I2: a form whose client disconnected before it is read is rejected, and leaves no file', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-form-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const app = Fastify();
  onTestFinished(() => app.close());
  await app.register(multipart);
  const { promise: received, resolve } = Promise.withResolvers<unknown>();
  app.post('/', async (request) => {
    // Like a request that waits for its session while the database is down.
    await new Promise((closed) => request.raw.once('close', closed));
    await withForm(request, { folder, maxBytes: { file: 1000 } }, async () => {}).then(
      resolve,
      resolve,
    );
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const arrived = once(app.server, 'request');
  socket.write(
    [
      'POST / HTTP/1.1',
      'host: 127.0.0.1',
      'content-type: multipart/form-data; boundary=half',
      'content-length: 1000',
      '',
      '',
    ].join('\r\n'),
  );
  await arrived;
  socket.destroy();
  expect(await received).toMatchObject({ code: 'BAD_REQUEST' });
  expect(await readdir(folder)).toEqual([]);
});
