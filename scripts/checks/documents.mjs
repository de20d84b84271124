import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { ROOT } from '../prepare.mjs';
import { groupIds, listTestIds, ONLY_NIGHTLY } from './test-ids.mjs';

const SPECIFICATION = 'docs/specification.md';
const TRUST = 'docs/security.md';
const ASVS = 'docs/security-asvs.md';
const MADE_REAL = 'made real';
const MET = new Set(['met', MADE_REAL]);
const LATER = 'later';
const NONE = '—';
const DECISIONS = 'docs/adr';
const MAX_DECISION_WORDS = 300;
/** A title with more rows would be unreadable; the test then gets an id S-…, which the rows name. */
const MAX_ROWS = 3;

/**
 * Checks statements of documents about the code: each row's files exist, a test has its id, and no link is dead.
 * @returns {string[]} one line per fault
 */
export function findDocumentFaults() {
  const testIds = listTestIds(ROOT);
  const rows = readRows(readFileSync(join(ROOT, SPECIFICATION), 'utf8'));
  const points = readTrust(readFileSync(join(ROOT, TRUST), 'utf8'));
  const documents = ['README.md', 'README.es.md', 'CONTRIBUTING.md', ...listMarkdown('docs')];
  return [
    ...(rows.length === 0 ? [`${SPECIFICATION} has no rows`] : []),
    ...findRowFaults(rows, testIds, ROOT),
    ...findTrustFaults(points, testIds).map((fault) => `${TRUST}:${fault}`),
    ...findTitleFaults(testIds, rows, points),
    ...findDecisionFaults(
      readFileSync(join(ROOT, DECISIONS, 'README.md'), 'utf8'),
      readdirSync(join(ROOT, DECISIONS))
        .filter((name) => /^\d{4}-/.test(name))
        .map((name) => ({ name, text: readFileSync(join(ROOT, DECISIONS, name), 'utf8') })),
    ),
    ...findUnknownIds(ASVS, readFileSync(join(ROOT, ASVS), 'utf8'), testIds),
    ...documents.flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      return [...findDeadLinks(file, text, ROOT), ...findMergeMarks(file, text)];
    }),
  ];
}

/**
 * Reads the rows of every table whose first cell is an id such as E-2.14.
 * @param {string} markdown
 * @returns {{ id: string, asks: string, state: string, places: string[], shared: string[], line: number, cells: number }[]}
 */
export function readRows(markdown) {
  return markdown.split('\n').flatMap((text, index) => {
    if (!/^\|\s*E-/.test(text)) return [];
    const cells = text
      .replace(/\s*\|\s*$/, '')
      .split(/(?<!\\)\|/)
      .slice(1)
      .map((cell) => cell.trim().replaceAll('\\|', '|'));
    const [id = '', asks = '', state = '', places = '', shared = ''] = cells;
    return [
      {
        id,
        asks,
        state,
        places: parts(places),
        shared: parts(shared),
        line: index + 1,
        cells: cells.length,
      },
    ];
  });
}

/** Cells contain code spans, separated by <br> or a comma; a dash means an empty cell. */
function parts(cell) {
  if (cell === NONE || cell === '') return [];
  return cell.split(/<br\s*\/?>|,/).map((part) => part.trim().replace(/^`+\s?|\s?`+$/g, ''));
}

/**
 * @param {ReturnType<typeof readRows>} rows
 * @param {{ id: string, isNightly?: boolean }[]} testIds in the titles of the tests
 * @param {string} root
 * @returns {string[]} one line a fault
 */
export function findRowFaults(rows, testIds, root) {
  const tests = groupIds(testIds);
  const seen = new Set();
  return rows.flatMap((row) => {
    const faults = findFaults(row, tests, root);
    if (seen.has(row.id)) faults.push('the id is used twice');
    seen.add(row.id);
    return faults.map((fault) => `${SPECIFICATION}:${row.line} ${row.id}: ${fault}`);
  });
}

function findFaults({ id, state, places, shared, asks, cells }, { carried, usual }, root) {
  const faults = [];
  if (cells !== 5) faults.push(`has ${cells} cells and must have 5`);
  if (asks === '') faults.push('does not say what is asked');
  if (!MET.has(state) && state !== LATER) faults.push(`unknown state '${state}'`);
  if (MET.has(state) && (state === MADE_REAL) !== asks.endsWith('◆')) {
    faults.push(`'${MADE_REAL}' and ◆ go together`);
  }
  if (MET.has(state) && places.length === 0) faults.push('is met and does not say where');
  const ids = [id, ...shared];
  if (MET.has(state) && !ids.some((test) => carried.has(test))) {
    faults.push('is met and no test carries its id');
  } else if (MET.has(state) && !ids.some((test) => usual.has(test))) {
    faults.push(`is met and ${ONLY_NIGHTLY}`);
  }
  for (const place of places) {
    if (!existsSync(join(root, place))) faults.push(`${place} does not exist`);
  }
  for (const test of shared) {
    if (!carried.has(test)) faults.push(`no test carries ${test}`);
  }
  return faults;
}

/**
 * @param {{ id: string, file: string, line: number }[]} testIds
 * @param {{ id: string, shared: string[] }[]} rows
 * @param {{ id: string }[]} points
 * @returns {string[]} one line per id that no document has, and per title with too many rows
 */
export function findTitleFaults(testIds, rows, points) {
  const known = new Set([
    ...rows.flatMap(({ id, shared }) => [id, ...shared]),
    ...points.map(({ id }) => id),
  ]);
  const rowsOfTitle = {};
  for (const { id, file, line } of testIds.filter((test) => test.id.startsWith('E-'))) {
    rowsOfTitle[`${file}:${line}`] ??= [];
    rowsOfTitle[`${file}:${line}`].push(id);
  }
  return [
    ...testIds
      .filter(({ id }) => !known.has(id))
      .map(({ id, file, line }) => `${file}:${line}: no document has ${id}`),
    ...Object.entries(rowsOfTitle)
      .filter(([, ids]) => ids.length > MAX_ROWS)
      .map(([at]) => `${at}: shows more than ${MAX_ROWS} rows; give it an id S-… that they name`),
  ];
}

/**
 * @param {string} index the list of all decisions
 * @param {{ name: string, text: string }[]} decisions
 * @returns {string[]} one line per decision that is too long or not in the index
 */
export function findDecisionFaults(index, decisions) {
  return decisions.flatMap(({ name, text }) => {
    const words = text.split(/\s+/).filter(Boolean).length;
    return [
      ...(words > MAX_DECISION_WORDS
        ? [`${DECISIONS}/${name}: ${words} words, and at most ${MAX_DECISION_WORDS}`]
        : []),
      ...(index.includes(`](${name})`) ? [] : [`${DECISIONS}/README.md does not list ${name}`]),
    ];
  });
}

/**
 * @param {string} file
 * @param {string} text Markdown whose ids are those of tests
 * @param {{ id: string }[]} testIds
 * @returns {string[]} one line per id that no test has
 */
export function findUnknownIds(file, text, testIds) {
  const { carried } = groupIds(testIds);
  const ids = text.match(/\b(?:T-[A-Z]\d+|E-\d+\.\d+|S-\d+)/g) ?? [];
  return ids.filter((id) => !carried.has(id)).map((id) => `${file}: no test carries ${id}`);
}

/**
 * @param {string} file path of the text, from root
 * @param {string} text Markdown
 * @param {string} root
 * @returns {string[]} one line per relative link or picture with a missing target or heading
 */
export function findDeadLinks(file, text, root) {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets
    .filter((target) => !/^[a-z]+:/i.test(target))
    .map((target) => decodeURI(target))
    .filter((target) => !leadsSomewhere(target, file, text, root))
    .map((target) => `${file}: the link to ${target} leads nowhere`);
}

/** @returns {string[]} one line per mark of an unfinished merge */
export function findMergeMarks(file, text) {
  return text
    .split('\n')
    .flatMap((line, index) =>
      /^(<{7}|>{7})( |$)/.test(line) ? [`${file}:${index + 1}: a mark of an unfinished merge`] : [],
    );
}

function leadsSomewhere(target, file, text, root) {
  const [to = '', heading] = target.split('#');
  const path = join(root, normalize(join(dirname(file), to)));
  if (to !== '' && !existsSync(path)) return false;
  if (heading === undefined || !/(^|\.md)$/.test(to)) return true;
  return toAnchors(to === '' ? text : readFileSync(path, 'utf8')).includes(heading);
}

/** The fragment of a link to each heading. */
function toAnchors(markdown) {
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

/** Number of points in each group of the checklist, by its letter. */
const GROUPS = { A: 13, B: 5, C: 6, D: 7, E: 7, F: 9, G: 8, H: 6, I: 4, J: 3, K: 9, L: 15 };
/** Ids are never reused. */
const WITHDRAWN = ['T-K7'];
/** The ids of the checklist. */
export const POINTS = Object.entries(GROUPS)
  .flatMap(([group, count]) =>
    Array.from({ length: count }, (_, index) => `T-${group}${index + 1}`),
  )
  .filter((id) => !WITHDRAWN.includes(id));
const PENDING = 'Pending.';
const WITHOUT_TEST = 'No test:';

/**
 * Reads the points of docs/security.md: a heading `### T-A1 · …` and its text.
 * @param {string} markdown
 * @returns {{ id: string, line: number, isPending: boolean, hasReason: boolean }[]}
 */
export function readTrust(markdown) {
  const points = [];
  let point = null;
  markdown.split('\n').forEach((text, index) => {
    const [, id] = /^### (T-[A-Z]\d+) · \S/.exec(text) ?? [];
    if (id !== undefined) {
      point = { id, line: index + 1, isPending: false, hasReason: false };
      points.push(point);
    } else if (/^#{1,2} /.test(text)) {
      point = null;
    } else if (point !== null) {
      if (text === PENDING) point.isPending = true;
      if (text.startsWith(WITHOUT_TEST) && text.length > WITHOUT_TEST.length)
        point.hasReason = true;
    }
  });
  return points;
}

/**
 * @param {ReturnType<typeof readTrust>} points
 * @param {{ id: string, isNightly?: boolean }[]} testIds in the titles of the tests
 * @returns {string[]} one line per fault, which begins with its position
 */
export function findTrustFaults(points, testIds) {
  const tests = groupIds(testIds);
  const ids = points.map(({ id }) => id);
  return [
    ...POINTS.filter((id) => !ids.includes(id)).map((id) => `1 ${id} is missing`),
    ...points.flatMap((point) =>
      findPointFaults(point, { ids, ...tests }).map(
        (fault) => `${point.line} ${point.id}: ${fault}`,
      ),
    ),
  ];
}

function findPointFaults({ id, isPending, hasReason }, { ids, carried, usual }) {
  const faults = [];
  if (!POINTS.includes(id)) faults.push('is not in the checklist');
  if (ids.indexOf(id) !== ids.lastIndexOf(id)) faults.push('is there twice');
  if (!isPending && !hasReason && !carried.has(id)) {
    faults.push(`no test carries its id, nor does '${WITHOUT_TEST}' say why there is none`);
  } else if (!isPending && !hasReason && !usual.has(id)) {
    faults.push(ONLY_NIGHTLY);
  }
  return faults;
}
