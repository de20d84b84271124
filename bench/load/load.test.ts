import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { type Load, startLoad } from './load.ts';
import type { Request } from './request.ts';

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  const isWrong = request.url === '/wrong' || (request.method === 'PUT' && body !== SENT);
  response.writeHead(isWrong ? 500 : 200).end('{}');
});
const SENT = '{"phone":"1"}';
let load: Load;
let url: string;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  load = startLoad();
  return async () => {
    await load.stop();
    server.close();
  };
});

/** Runs a task with a duration of zero, within which no answer arrives. */
const run = (path: string, request: Pick<Request, 'method' | 'body'> = { method: 'GET' }) =>
  load.run({
    url,
    authorizations: ['one', 'two'],
    requests: [{ ...request, path }],
    from: 0,
    warmUp: 0,
    duration: 0,
  });

test('a call slower than the given time is measured by its first answer', async () => {
  const { answers, p50, p99, throughput } = await run('/');
  expect(answers).toBe(1);
  expect(p50).toBeGreaterThan(0);
  expect(p99).toBe(p50);
  expect(throughput).toBeGreaterThan(0);
  expect(throughput).toBeLessThanOrEqual(1000 / p50);
});

test('a failed answer ends the measurement of a call', async () => {
  await expect(run('/wrong')).rejects.toThrow('GET /wrong: 500');
});

test('a change is sent with its body', async () => {
  expect((await run('/', { method: 'PUT', body: SENT })).answers).toBe(1);
});
