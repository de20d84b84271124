import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ROOT } from '../prepare.mjs';

const DIST = join(ROOT, 'apps/web/dist');

/**
 * Packages of single screens, other than the first ones: charts, calendar, maps, QR codes.
 */
const HEAVY = [
  'recharts',
  '@mantine/charts',
  '@fullcalendar/react',
  'temporal-polyfill',
  'leaflet',
  'topojson-client',
  'qrcode.react',
];
/**
 * Code for interactions: tooltips, menus, dialogs, forms. It is loaded when the browser is idle.
 */
const LATER = ['zod', '@floating-ui/react', 'react-remove-scroll'];
const guarded = ['src/routes/_shell.tsx', 'src/routes/_shell/_guarded.tsx'];

/**
 * Maximum bytes (Brotli) of a first visit with an empty cache: scripts, style sheets, the font. The digests in the
 * names of chunks alone make it up to 200 more or less.
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
/** Maximum bytes (Brotli) of one lazy chunk; the largest draws the charts. */
const LARGEST_PIECE = 115_000;

/**
 * @typedef {{ file: string, isEntry: boolean, routes: string[], imports: string[], css: string[], packages: string[] }} Chunk
 */

/**
 * @param {Chunk[]} chunks as the build lists them
 * @param {(file: string) => number} getSize bytes of a file as it is sent
 * @param {{ screens?: typeof SCREENS, largestPiece?: number, font?: number }} [limits]
 * @returns {{ weights: Record<string, number>, faults: string[] }}
 */
export function weigh(
  chunks,
  getSize,
  { screens = SCREENS, largestPiece = LARGEST_PIECE, font = 0 } = {},
) {
  const byFile = new Map(chunks.map((chunk) => [chunk.file, chunk]));
  const faults = [];
  const weights = {};
  for (const { name, routes, most, without } of screens) {
    const begun = chunks.filter((chunk) => chunk.isEntry || holdsAny(chunk, routes));
    const missing = routes.filter((route) => !begun.some((chunk) => holdsAny(chunk, [route])));
    if (missing.length > 0) faults.push(`${name}: the build does not have ${missing.join(', ')}`);
    const loaded = withImports(begun, byFile);
    const files = [...loaded.map(({ file }) => file), ...new Set(loaded.flatMap(({ css }) => css))];
    const weight = files.reduce((sum, file) => sum + getSize(file), font);
    weights[name] = weight;
    if (weight > most) faults.push(`${name} weighs ${weight} bytes and may weigh ${most}`);
    for (const { file, packages } of loaded) {
      for (const found of packages.filter((one) => without.includes(one)))
        faults.push(`${name} loads ${found}, which it does not need (${file})`);
    }
  }
  for (const { file } of chunks) {
    const size = getSize(file);
    if (size > largestPiece)
      faults.push(`${file} weighs ${size} bytes and a chunk may weigh ${largestPiece}`);
  }
  return { weights, faults };
}

/** Whether a chunk has the component of one of these routes. */
function holdsAny(chunk, routes) {
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
 * @returns {Promise<string[]>} one line a fault
 */
export async function findWeightFaults() {
  await ensureBuilt();
  const chunks = JSON.parse(readFileSync(join(DIST, '.vite/chunks.json'), 'utf8'));
  const font = readdirSync(join(DIST, 'assets')).find((file) => /-latin-wght-.*woff2$/.test(file));
  return weigh(chunks, sizeAsSent, { font: sizeAsSent(`assets/${font}`) }).faults;
}

function sizeAsSent(file) {
  const path = join(DIST, file);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}
