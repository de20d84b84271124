import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { ROOT } from '../prepare.mjs';
import { findTrustFaults, readTrust } from './trust.mjs';

const SPECIFICATION = 'docs/especificacion.md';
const TRUST = 'docs/seguridad.md';
const MADE_REAL = 'hecho real';
const MET = new Set(['cumplido', MADE_REAL]);
const LATER = 'después';
const NONE = '—';
const QUOTES = ["'", '"', '`'];

/** What the documents say of the code is true: each row's files and tests exist, and no link leads nowhere. */
export async function checkDocuments() {
  const rows = readRows(readFileSync(join(ROOT, SPECIFICATION), 'utf8'));
  const points = readTrust(readFileSync(join(ROOT, TRUST), 'utf8'));
  const documents = ['README.md', ...listMarkdown('docs')];
  const details = [
    ...findRowFaults(rows, ROOT),
    ...findTrustFaults(points, (test) => testFaults(test, ROOT)).map(
      (fault) => `${TRUST}:${fault}`,
    ),
    ...documents.flatMap((file) =>
      findDeadLinks(file, readFileSync(join(ROOT, file), 'utf8'), ROOT),
    ),
  ];
  const shown = points.filter(({ isPending }) => !isPending).length;
  const met = rows.filter(({ state }) => MET.has(state)).length;
  return {
    ok: rows.length > 0 && details.length === 0,
    summary: `${met} de ${rows.length} requisitos cumplidos, ${shown} de ${points.length} puntos de seguridad, ${documents.length} documentos`,
    details,
  };
}

/**
 * Reads the rows of every table whose first cell is an id such as E-2.14.
 *
 * @param {string} markdown
 * @returns {{ id: string, asks: string, state: string, places: string[], tests: string[], line: number, cells: number }[]}
 */
export function readRows(markdown) {
  return markdown.split('\n').flatMap((text, index) => {
    if (!/^\|\s*E-/.test(text)) return [];
    const cells = text
      .replace(/\s*\|\s*$/, '')
      .split(/(?<!\\)\|/)
      .slice(1)
      .map((cell) => cell.trim().replaceAll('\\|', '|'));
    const [id = '', asks = '', state = '', places = '', tests = ''] = cells;
    return [
      {
        id,
        asks,
        state,
        places: parts(places),
        tests: parts(tests),
        line: index + 1,
        cells: cells.length,
      },
    ];
  });
}

/** Cells hold code spans, one a place or a test, apart by <br>; a dash stands for none. */
function parts(cell) {
  if (cell === NONE || cell === '') return [];
  return cell.split(/<br\s*\/?>/).map((part) => part.trim().replace(/^`+\s?|\s?`+$/g, ''));
}

/**
 * @param {ReturnType<typeof readRows>} rows
 * @param {string} root
 * @returns {string[]} one line a fault
 */
export function findRowFaults(rows, root) {
  const seen = new Set();
  return rows.flatMap((row) => {
    const faults = faultsOf(row, root);
    if (seen.has(row.id)) faults.push('el número está repetido');
    seen.add(row.id);
    return faults.map((fault) => `${SPECIFICATION}:${row.line} ${row.id}: ${fault}`);
  });
}

function faultsOf({ state, places, tests, asks, cells }, root) {
  const faults = [];
  if (cells !== 5) faults.push(`tiene ${cells} celdas y deben ser 5`);
  if (asks === '') faults.push('no dice qué se pide');
  if (!MET.has(state) && state !== LATER) faults.push(`estado desconocido «${state}»`);
  if (MET.has(state) && (state === MADE_REAL) !== asks.endsWith('◆')) {
    faults.push(`«${MADE_REAL}» y ◆ van juntos`);
  }
  if (MET.has(state) && places.length === 0) faults.push('está cumplido y no dice dónde');
  if (MET.has(state) && tests.length === 0) faults.push('está cumplido y no dice con qué prueba');
  for (const place of places) {
    if (!existsSync(join(root, place))) faults.push(`no existe ${place}`);
  }
  return [...faults, ...tests.flatMap((test) => testFaults(test, root))];
}

function testFaults(test, root) {
  const [file, ...titles] = test.split(' › ');
  const title = titles.at(-1);
  if (title === undefined) return [`«${test}» no tiene la forma archivo › título`];
  if (!existsSync(join(root, file))) return [`no existe la prueba ${file}`];
  const source = readFileSync(join(root, file), 'utf8');
  const missing = titles.filter((part) => !QUOTES.some((q) => source.includes(q + part + q)));
  return missing.map((part) => `${file} no tiene una prueba «${part}»`);
}

/**
 * @param {string} file where the text stands, from root
 * @param {string} text Markdown
 * @param {string} root
 * @returns {string[]} one line a relative link or picture whose target, or whose heading in it, does not exist
 */
export function findDeadLinks(file, text, root) {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets
    .filter((target) => !/^[a-z]+:/i.test(target))
    .map((target) => decodeURI(target))
    .filter((target) => !leadsSomewhere(target, file, text, root))
    .map((target) => `${file}: el enlace a ${target} no lleva a nada`);
}

function leadsSomewhere(target, file, text, root) {
  const [to = '', heading] = target.split('#');
  const path = join(root, normalize(join(dirname(file), to)));
  if (to !== '' && !existsSync(path)) return false;
  if (heading === undefined || !/(^|\.md)$/.test(to)) return true;
  return anchorsOf(to === '' ? text : readFileSync(path, 'utf8')).includes(heading);
}

/** What a link to each heading says behind its #. */
function anchorsOf(markdown) {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function listMarkdown(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
    .sort();
}
