import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startApplication } from '../../testing/application.ts';
import { isTileUrl, type MapTiles, tileOrigin } from './security-headers.ts';

const TILES = 'https://mapas.example:8443/estilo/{z}/{x}/{y}{r}.png?llave=1';

test.each([TILES, 'http://10.0.0.4/{z}/{x}/{y}', 'https://m.example/{z}-{x}-{y}.webp'])(
  '%s is accepted as an address of tiles',
  (url) => {
    expect(isTileUrl(url)).toBe(true);
  },
);

test.each([
  '',
  'https://m.example/',
  'https://m.example/{z}/{x}.png',
  'https://{s}.m.example/{z}/{x}/{y}.png',
  'https://{z}.example/{z}/{x}/{y}.png',
  'https://m.example/{z}/{x}/{y}/{clave}.png',
  "https://m.example/{z}/{x}/{y}.png; script-src 'unsafe-inline'",
  'https://m.example https://otro.example/{z}/{x}/{y}.png',
  'https://ana:clave@m.example/{z}/{x}/{y}.png',
  'javascript:alert(1)//{z}{x}{y}',
  '/teselas/{z}/{x}/{y}.png',
])('%j is rejected as an address of tiles', (url) => {
  expect(isTileUrl(url)).toBe(false);
});

test('the origin of tiles is their host with its port', () => {
  expect(tileOrigin(TILES)).toBe('https://mapas.example:8443');
});

/** The page's policy and the session's answer with these tiles. */
async function readPolicyAndSession(
  mapTiles: MapTiles | null,
): Promise<{ policy: string; session: unknown }> {
  const cleanUps: (() => Promise<void>)[] = [];
  onTestFinished(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  });
  const webFolder = await mkdtemp(path.join(tmpdir(), 'simiente-web-'));
  cleanUps.push(() => rm(webFolder, { recursive: true }));
  await mkdir(path.join(webFolder, 'assets'));
  await writeFile(path.join(webFolder, 'index.html'), '<!doctype html>');
  const { app, staff } = await startApplication({ webFolder, mapTiles }, (cleanUp) =>
    cleanUps.push(cleanUp),
  );
  const page = await app.inject({ url: '/partners', headers: { accept: 'text/html' } });
  const { body } = await staff.get('/api/auth/get-session');
  return { policy: String(page.headers['content-security-policy']), session: body };
}

const directives = (policy: string) => policy.replace(/nonce-[^']+/g, 'nonce').split('; ');

test('without tiles the page may load images from no other origin, and the session has null', async () => {
  const { policy, session } = await readPolicyAndSession(null);
  expect(policy).not.toMatch(/https?:/);
  expect(session).toMatchObject({ mapTiles: null });
});

test('E-2.232: with tiles the page may load images of their origin, and nothing else from there', async () => {
  const mapTiles = { url: TILES, attribution: '© Alguien' };
  const { policy, session } = await readPolicyAndSession(mapTiles);
  const { policy: closed } = await readPolicyAndSession(null);
  expect(session).toMatchObject({ mapTiles });
  const opened = directives(policy).filter((directive) => !directives(closed).includes(directive));
  expect(opened).toEqual(["img-src 'self' data: blob: https://mapas.example:8443"]);
  expect(directives(policy)).toHaveLength(directives(closed).length);
});
