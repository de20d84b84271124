import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ensureBuilt, ROOT } from '../prepare.mjs';

const DIST = join(ROOT, 'apps/web/dist');
const ASSETS = join(DIST, 'assets');
const toRouteKey = (route) => `src/routes/${route}.tsx?tsr-split=component`;

let manifest;

beforeAll(async () => {
  await ensureBuilt();
  manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'));
});

function getCompressedSize(path) {
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

/** The files of chunks and of everything that they import. */
function listFiles(chunks, files = new Set()) {
  for (const { file, css = [], imports = [] } of chunks) {
    if (files.has(file)) continue;
    for (const path of [file, ...css]) files.add(path);
    listFiles(
      imports.map((key) => manifest[key]),
      files,
    );
  }
  return files;
}

// Bytes (Brotli) of a first visit with an empty cache: scripts, style sheets, the font. The sum varies by up to 200,
// because the names of chunks contain digests.
test.each([
  { screen: '/login', routes: [], limit: 168_300 },
  {
    screen: '/pacientes',
    routes: ['_shell', '_shell/_guarded', '_shell/_guarded/pacientes/index'],
    limit: 237_300,
  },
])('a first visit of $screen loads at most $limit bytes', ({ routes, limit }) => {
  const frame = Object.values(manifest).find(({ name }) => name === 'frame');
  // A route is in the frame, or has a chunk of its own.
  const parts = routes.flatMap((route) => [frame, manifest[toRouteKey(route)] ?? []].flat());
  const font = readdirSync(ASSETS).find((file) => /-latin-wght-.*woff2$/.test(file));
  const files = [...listFiles([manifest['index.html'], ...parts]), `assets/${font}`];
  const weight = files.reduce((sum, file) => sum + getCompressedSize(join(DIST, file)), 0);
  expect(weight).toBeLessThanOrEqual(limit);
});

test('a chunk has at most 115 000 bytes; the largest draws the charts', () => {
  const scripts = readdirSync(ASSETS).filter((file) => file.endsWith('.js'));
  const sizes = scripts.map((file) => getCompressedSize(join(ASSETS, file)));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(115_000);
});

test('E-10.2850: the build names its modules by their path in the project', () => {
  const folders = Object.keys(manifest).map((key) => key.split('/')[0]);
  expect(new Set(folders.filter((folder) => !folder.startsWith('_')))).toEqual(
    new Set(['..', 'index.html', 'src']),
  );
});
