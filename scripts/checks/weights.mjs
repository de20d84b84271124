import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ROOT } from '../prepare.mjs';

const DIST = join(ROOT, 'apps/web/dist');

/** Packages for charts, calendar, maps and QR codes, which the first screens do not need. */
const HEAVY = [
  'recharts',
  '@mantine/charts',
  '@fullcalendar/react',
  'temporal-polyfill',
  'leaflet',
  'topojson-client',
  'qrcode.react',
];
/** Packages for interactions, such as dialogs and forms, which are loaded when the browser is idle. */
const LATER = ['zod', '@floating-ui/react', 'react-remove-scroll'];
const guarded = ['src/routes/_shell.tsx', 'src/routes/_shell/_guarded.tsx'];

/**
 * Maximum bytes (Brotli) of a first visit with an empty cache: scripts, style sheets, the font. The digests in the names
 * of chunks alone change it by up to 200.
 */
const SCREENS = [
  { name: '/login', routes: [], most: 168_000, without: [...HEAVY, ...LATER, '@orpc/client'] },
  {
    name: '/pacientes',
    routes: [...guarded, 'src/routes/_shell/_guarded/pacientes/index.tsx'],
    most: 237_000,
    without: [...HEAVY, ...LATER],
  },
];
/** Maximum bytes (Brotli) of a chunk; the largest draws the charts. */
const MAX_CHUNK_BYTES = 115_000;

/**
 * @typedef {{ file: string, isEntry: boolean, routes: string[], imports: string[], css: string[], packages: string[] }} Chunk
 */

/**
 * @param {Chunk[]} chunks as the build lists them
 * @param {(file: string) => number} getSize compressed bytes of a file
 * @param {{ screens?: typeof SCREENS, largestPiece?: number, font?: number }} [limits]
 * @returns {{ weights: Record<string, number>, faults: string[] }}
 */
export function weigh(
  chunks,
  getSize,
  { screens = SCREENS, largestPiece = MAX_CHUNK_BYTES, font = 0 } = {},
) {
  const byFile = new Map(chunks.map((chunk) => [chunk.file, chunk]));
  const faults = [];
  const weights = {};
  for (const { name, routes, most, without } of screens) {
    const initial = chunks.filter((chunk) => chunk.isEntry || hasRoute(chunk, routes));
    const missing = routes.filter((route) => !initial.some((chunk) => hasRoute(chunk, [route])));
    if (missing.length > 0) faults.push(`${name}: the build does not have ${missing.join(', ')}`);
    const loaded = withImports(initial, byFile);
    const files = [...loaded.map(({ file }) => file), ...new Set(loaded.flatMap(({ css }) => css))];
    const weight = files.reduce((sum, file) => sum + getSize(file), font);
    weights[name] = weight;
    if (weight > most) faults.push(`${name} weighs ${weight} bytes and may weigh ${most}`);
    for (const { file, packages } of loaded) {
      for (const unwanted of packages.filter((item) => without.includes(item)))
        faults.push(`${name} loads ${unwanted}, which it does not need (${file})`);
    }
  }
  for (const { file } of chunks) {
    const size = getSize(file);
    if (size > largestPiece)
      faults.push(`${file} weighs ${size} bytes and a chunk may weigh ${largestPiece}`);
  }
  return { weights, faults };
}

function hasRoute(chunk, routes) {
  return chunk.routes.some((route) => routes.includes(route));
}

function withImports(chunks, byFile) {
  const loaded = new Set();
  const add = (chunk) => {
    if (chunk === undefined || loaded.has(chunk)) return;
    loaded.add(chunk);
    for (const file of chunk.imports) add(byFile.get(file));
  };
  for (const chunk of chunks) add(chunk);
  return [...loaded];
}

/**
 * Weighs the first screens and each chunk of the build.
 * @returns {Promise<string[]>} one line per fault
 */
export async function findWeightFaults() {
  await ensureBuilt();
  const chunks = JSON.parse(readFileSync(join(DIST, '.vite/chunks.json'), 'utf8'));
  const font = readdirSync(join(DIST, 'assets')).find((file) => /-latin-wght-.*woff2$/.test(file));
  return weigh(chunks, getCompressedSize, { font: getCompressedSize(`assets/${font}`) }).faults;
}

function getCompressedSize(file) {
  const path = join(DIST, file);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}
