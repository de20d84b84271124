import { errorBody } from '@simiente/contract/common/errors';
import type { LightMyRequestResponse } from 'fastify';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { sharedApplication, startApplication } from '../../testing/application.ts';
import { queryAsOwner } from '../../testing/database.ts';
import { LONG_WAIT } from '../../testing/long-wait.ts';

const testApp = sharedApplication();
const LONG = 'A'.repeat(3000);

/** Expects a page in Spanish, with the usual headers and without internals. */
function expectPage({ headers, body }: LightMyRequestResponse, title: string): void {
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-/),
  });
  expect(headers['set-cookie']).toBeUndefined();
  expect(body).toContain('<html lang="es-MX">');
  expect(body).toContain(`<h1>${title}</h1>`);
  expect(body).not.toMatch(/<script|"status"|INTERNAL|Error:|node_modules|report_deliveries/);
}

describe('E-10.592: failures at /entrega and /verificar are answered with a page', () => {
  test.each([
    ['PUT', '/entrega/x'],
    ['DELETE', '/entrega/x'],
    ['PATCH', '/verificar/x'],
    ['POST', '/verificar/x'],
    ['GET', '/entrega/x/pdf'],
    ['GET', '/entrega/x/pedir'],
    ['POST', '/entrega/x/otra/cosa'],
    ['GET', '/entrega'],
    ['GET', '/entrega/'],
    ['GET', '/ENTREGA/x'],
    ['GET', '/verificar/a/b'],
    ['GET', `/entrega/${LONG}`],
    ['POST', `/entrega/${LONG}`],
    ['GET', `/verificar/${LONG}`],
    ['GET', `/%65ntrega/${LONG}`],
  ] as const)('a wrong method or address: %s %s', async (method, url) => {
    const answer = await testApp().app.inject({ method, url, headers: { accept: '*/*' } });
    expect(answer.statusCode).toBe(404);
    expectPage(answer, 'Esta página no existe');
  });

  test('addresses with the same beginning get JSON', async () => {
    const { app } = testApp();
    for (const url of ['/entregas', '/verificara/x', '/v1/entrega/x']) {
      expect((await app.inject({ url })).json()).toEqual(errorBody('ROUTE_NOT_FOUND'));
    }
  });

  test.each([
    [400, { url: '/entrega/%zz' }],
    [400, { url: '/verificar/%' }],
    [415, { url: '/entrega/x', headers: { 'content-type': 'application/json' }, payload: '{}' }],
    [
      413,
      {
        url: '/entrega/x',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: `day=${LONG}`,
      },
    ],
  ])('an invalid path or body: %i', async (status, { url, ...form }) => {
    const method = 'payload' in form ? 'POST' : 'GET';
    const answer = await testApp().app.inject({ method, url, ...form });
    expect(answer.statusCode).toBe(status);
    expectPage(answer, 'No se pudo continuar');
  });

  test('too many requests get the time of the next attempt', async () => {
    const limits = { max: 1, windowSeconds: 600 };
    const { app } = await startApplication({ publicLimits: { verify: limits, delivery: limits } });
    for (const url of ['/verificar/x', '/entrega/x']) {
      await app.inject({ url });
      const rejected = await app.inject({ url });
      expect(rejected.statusCode).toBe(429);
      expectPage(rejected, 'Demasiados intentos');
      expect(rejected.body).toContain('Espera 10 minutos y vuelve a intentarlo.');
      expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(540);
    }
  });

  test('more requests than the server can answer', async () => {
    const requestSlotLimits = { all: 1, retryAfter: 2, perClient: 1, waiting: 1, maxWait: 60_000 };
    const { app, database } = await startApplication({ requestSlotLimits });
    const blocker = new Client(database.owner);
    await blocker.connect();
    onTestFinished(() => blocker.end());
    await blocker.query('begin; lock table report_versions in access exclusive mode');
    const openPage = () => app.inject({ url: '/verificar/x' });
    const waits = [openPage(), openPage()];
    const findWaiting = () =>
      queryAsOwner(
        database,
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
    await vi.waitFor(async () => expect(await findWaiting()).toHaveLength(1), LONG_WAIT);
    const rejected = await Promise.race([...waits, openPage()]);
    expect(rejected.statusCode).toBe(503);
    expectPage(rejected, 'En este momento no podemos responder');
    await blocker.query('rollback');
    await Promise.all(waits);
  });

  test('a server fault', async () => {
    const { app, database } = await startApplication();
    await queryAsOwner(database, 'alter table report_deliveries rename to elsewhere');
    const answer = await app.inject({ url: '/entrega/x' });
    expect(answer.statusCode).toBe(500);
    expectPage(answer, 'En este momento no podemos responder');
  });
});
