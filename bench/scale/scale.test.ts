import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Request } from '../load/request.ts';
import { CALLS_PER_CLINIC, getRate, SHARE_BY_HOUR } from './clinics.ts';
import { sendWhenDue } from './open-load.ts';

function* always(path: string): Generator<Request, undefined> {
  for (;;) yield { method: 'GET', path };
}

async function serve(answer: (path: string) => Promise<number>): Promise<string> {
  const server = createServer(async (request, response) => {
    response.writeHead(await answer(request.url ?? '')).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Intervals of a tenth of a second between requests. */
const regularly = () => 1 - Math.exp(-1);
const TEN_A_SECOND = { rate: 10, seconds: 0.55 };

test('a day has all calls of all clinics, most of them before noon', () => {
  expect(SHARE_BY_HOUR).toHaveLength(24);
  const calls = SHARE_BY_HOUR.reduce((sum, _, hour) => sum + getRate(50, hour) * 3_600, 0);
  expect(calls).toBeCloseTo(50 * CALLS_PER_CLINIC, 6);
  expect(getRate(1_000, 10)).toBeCloseTo(227.5, 6);
});

test('requests are sent when due, without waiting for the previous answer', async () => {
  const url = await serve(async () => {
    await delay(400);
    return 200;
  });
  const service = { urls: [url], authorizations: ['one'] };
  const { sent, answered, p50 } = await sendWhenDue(service, always('/'), TEN_A_SECOND, regularly);
  expect([sent, answered]).toEqual([5, 5]);
  // Both timers may be early.
  expect(p50).toBeGreaterThanOrEqual(390);
});

test('a busy service is distinguished from a broken one', async () => {
  const url = await serve(async (path) => (path === '/busy' ? 503 : 500));
  const send = (path: string) =>
    sendWhenDue({ urls: [url], authorizations: ['one'] }, always(path), TEN_A_SECOND, regularly);
  expect(await send('/busy')).toMatchObject({ busy: 5, failed: 0, failure: null });
  expect(await send('/broken')).toMatchObject({ busy: 0, failed: 5, failure: '500 ' });
});
