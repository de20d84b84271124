import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApplication, type TestApplication } from '../../testing/application.ts';

let testApp: TestApplication;
const cleanUps: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const whenDone = (cleanUp: () => Promise<void>) => cleanUps.push(cleanUp);
  const webFolder = await mkdtemp(path.join(tmpdir(), 'simiente-web-'));
  whenDone(() => rm(webFolder, { recursive: true }));
  const assets = path.join(webFolder, 'assets');
  await mkdir(assets);
  await writeFile(path.join(webFolder, 'index.html'), '<!doctype html>');
  // Each encoding's content is distinct text, because nothing is decoded here.
  await writeFile(path.join(assets, 'main-abc.js'), 'plain');
  await writeFile(path.join(assets, 'main-abc.js.br'), 'of brotli');
  await writeFile(path.join(assets, 'main-abc.js.gz'), 'of gzip');
  await writeFile(path.join(assets, 'font-abc.woff2'), 'font');
  testApp = await startApplication({ webFolder }, whenDone);
});

afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
});

test.each([
  ['br, gzip', 'br', 'of brotli'],
  ['gzip, deflate, br', 'br', 'of brotli'],
  ['gzip', 'gzip', 'of gzip'],
  ['identity', undefined, 'plain'],
])(
  'a client that accepts %s gets the script that the build compressed for it',
  async (accepted, encoding, body) => {
    const answer = await testApp.app.inject({
      url: '/assets/main-abc.js',
      headers: { 'accept-encoding': accepted },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(body);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['content-type']).toMatch(/javascript/);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    // A cache keeps one answer for each encoding.
    expect(answer.headers.vary).toBe('accept-encoding');
  },
);

test('a font, which is already compressed, is sent unchanged', async () => {
  const answer = await testApp.app.inject({
    url: '/assets/font-abc.woff2',
    headers: { 'accept-encoding': 'br' },
  });
  expect([answer.body, answer.headers['content-encoding']]).toEqual(['font', undefined]);
});

test.each(['/', '/?de=aviso'])(
  '%s returns the page to a request that accepts any type',
  async (url) => {
    const answer = await testApp.app.inject({ url, headers: { accept: '*/*' } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  },
);

test.each(['/entrega', '/entrega/a/b', '/verificar/a/b'])(
  'E-10.592: the server answers %s, and not the app',
  async (url) => {
    const answer = await testApp.app.inject({ url, headers: { accept: 'text/html' } });
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain('<h1>Esta página no existe</h1>');
  },
);
