import { once } from 'node:events';
import { createServer } from 'node:http';
import { errorBody } from '@simiente/contract/common/errors';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listenWhileStarting } from '../../commands/serve/listening.ts';
import { startApplication } from '../../testing/application.ts';
import { queryAsOwner } from '../../testing/database.ts';
import { LONG_WAIT } from '../../testing/long-wait.ts';
import { STORES } from '../../testing/services/stores.ts';
import type { FileStore } from '../storage/storage.ts';
import { createReadiness } from './readiness.ts';
import { securityHeaders } from './security-headers.ts';

const silent = pino({ level: 'silent' });

test('a draining server is not ready, answers requests, and closes each connection after its answer', async () => {
  const { app, staff } = await startApplication();
  const ready = () => app.inject({ url: '/health/ready' });
  expect((await ready()).headers.connection).not.toBe('close');
  app.beginDraining();
  const answer = await ready();
  expect([answer.statusCode, answer.json()]).toEqual([503, errorBody('UNAVAILABLE')]);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect((await app.inject({ url: '/health/live' })).statusCode).toBe(200);
  const list = await staff.request({ url: '/v1/user/list' });
  expect([list.statusCode, list.headers.connection]).toEqual([200, 'close']);
});

test('a server with older tables than expected is not ready, and one with newer tables is', async () => {
  const { app, database } = await startApplication();
  const status = async () => (await app.inject({ url: '/health/ready' })).statusCode;
  expect(await status()).toBe(200);
  const [last] = await queryAsOwner<{ id: number; created_at: string; hash: string }>(
    database,
    'delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations) returning *',
  );
  expect(await status()).toBe(503);
  expect((await app.inject({ url: '/health/live' })).statusCode).toBe(200);
  await queryAsOwner(
    database,
    'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
    [last?.hash, Number(last?.created_at) + 1],
  );
  expect(await status()).toBe(200);
});

test.each(STORES)('a server whose files in $kind are gone is not ready', async ({ open }) => {
  const opened = await open();
  onTestFinished(opened.close);
  const { app } = await startApplication({ store: opened.store });
  await opened.shutDown();
  const answer = await app.inject({ url: '/health/ready' });
  expect([answer.statusCode, answer.json()]).toEqual([503, errorBody('UNAVAILABLE')]);
  expect((await app.inject({ url: '/health/live' })).statusCode).toBe(200);
});

test('T-G5: a server with a full disk stays ready, because reads work', async () => {
  const full = Object.assign(new Error('x'), { code: 'ENOSPC' });
  const { app } = await startApplication({ store: checkedBy(async () => Promise.reject(full)) });
  expect((await app.inject({ url: '/health/ready' })).statusCode).toBe(200);
});

test('T-I3: repeated requests test the store only once within a few seconds', async () => {
  let checks = 0;
  let works = true;
  const { database } = await startApplication();
  const store = checkedBy(async () => {
    checks += 1;
    if (!works) throw new Error('no');
  });
  const check = createReadiness({ db: database.db, store, isDraining: () => false, log: silent });
  const now = vi.spyOn(performance, 'now');
  onTestFinished(() => now.mockRestore());
  now.mockReturnValue(1_000);
  await Promise.all(Array.from({ length: 20 }, check));
  await check();
  expect(checks).toBe(1);
  works = false;
  now.mockReturnValue(60_000);
  await expect(check()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(check()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(checks).toBe(2);
  works = true;
  now.mockReturnValue(70_000);
  await check();
  expect(checks).toBe(3);
});

test('T-K9: probes log a missing part once, without a stack, and its return once', async () => {
  let isFailing = false;
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  const cause = Object.assign(new Error('https://bucket.example/clave'), { code: 'ECONNREFUSED' });
  const { app, database } = await startApplication({
    log,
    store: checkedBy(async () => {
      if (isFailing) throw cause;
    }),
  });
  const now = vi.spyOn(performance, 'now');
  onTestFinished(() => now.mockRestore());
  let moment = 1_000;
  const probe = async () => {
    moment += 60_000;
    now.mockReturnValue(moment);
    return (await app.inject({ url: '/health/ready' })).statusCode;
  };
  isFailing = true;
  expect([await probe(), await probe(), await probe()]).toEqual([503, 503, 503]);
  isFailing = false;
  expect([await probe(), await probe()]).toEqual([200, 200]);
  await queryAsOwner(database, 'truncate staff cascade');
  expect([await probe(), await probe()]).toEqual([503, 503]);
  const reported = lines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => /ready|failed/.test(msg));
  expect(reported).toMatchObject([
    { level: 40, msg: 'not ready', lacks: 'files', causes: ['Error ECONNREFUSED'] },
    { level: 30, msg: 'ready again' },
    { level: 40, msg: 'not ready', lacks: 'accounts' },
  ]);
  expect(lines.join('')).not.toMatch(/ {4}at |bucket\.example/);
});

test('T-K9: a store that stops answering and then fails is logged once as late and once as missing', async () => {
  const { database } = await startApplication();
  const reported: unknown[] = [];
  const log = {
    info: () => {},
    warn: (line: { lacks?: string }) => void reported.push(line.lacks),
  };
  const checks: PromiseWithResolvers<void>[] = [];
  const store = checkedBy(() => {
    const pending = Promise.withResolvers<void>();
    checks.push(pending);
    return pending.promise;
  });
  const check = createReadiness({ db: database.db, store, isDraining: () => false, log });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  for (let index = 1; index <= 3; index += 1) {
    const unanswered = check();
    await vi.waitUntil(() => checks.length === index, LONG_WAIT);
    vi.advanceTimersByTime(5_000);
    await expect(unanswered).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    checks.at(-1)?.reject(new Error('no'));
    await expect(check()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    vi.advanceTimersByTime(60_000);
  }
  expect(reported).toEqual(['time', 'files']);
});

function checkedBy(check: FileStore['check']): FileStore {
  return { check } as FileStore;
}

test('T-E3: the startup listener reports alive and not ready, and frees its port for the server', async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  const headers = securityHeaders(true);
  expect(await listenWhileStarting('127.0.0.1', port, headers)).toBeNull();
  probe.close();
  await once(probe, 'close');

  const closeListener = await listenWhileStarting('127.0.0.1', port, headers);
  const send = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  expect((await send('/health/live')).status).toBe(200);
  for (const path of ['/health/ready', '/v1/user/list', '/']) {
    const answer = await send(path);
    expect([answer.status, await answer.json()]).toEqual([503, errorBody('UNAVAILABLE')]);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(Object.fromEntries(answer.headers)).toMatchObject(headers);
  }
  const page = await send('/entrega/x');
  expect([page.status, page.headers.get('content-type')]).toEqual([
    503,
    'text/html; charset=utf-8',
  ]);
  expect(await page.text()).toContain('Vuelve a intentarlo en unos minutos.');
  await closeListener?.();
  await closeListener?.();
  const next = createServer().listen(port, '127.0.0.1');
  await once(next, 'listening');
  next.close();
});
