import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { ROOT } from '../prepare.mjs';
import { listTestIds } from './test-ids.mjs';

const SPECIFICATION = 'docs/specification.md';
const TRUST = 'docs/security.md';
const ASVS = 'docs/security-asvs.md';
const MET = new Set(['met', 'made real']);
const LATER = 'later';
const NONE = '—';
const DECISIONS = 'docs/adr';
const MAX_DECISION_WORDS = 300;

/**
 * Checks that the documents agree with the code and with one another: that named files, tests and links exist, and
 * that decisions are short and listed.
 * @returns {string[]} one line per fault
 */
export function findDocumentFaults() {
  const testIds = listTestIds();
  const rows = readRows(readFileSync(join(ROOT, SPECIFICATION), 'utf8'));
  const points = readTrust(readFileSync(join(ROOT, TRUST), 'utf8'));
  const documents = ['README.md', 'README.es.md', 'CONTRIBUTING.md', ...listMarkdown('docs')];
  return [
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
 * @returns {{ id: string, state: string, files: string[], shared: string[], line: number, cells: number }[]}
 */
export function readRows(markdown) {
  return markdown.split('\n').flatMap((text, index) => {
    if (!/^\|\s*E-/.test(text)) return [];
    const cells = text
      .replace(/\s*\|\s*$/, '')
      .split(/(?<!\\)\|/)
      .slice(1)
      .map((cell) => cell.trim().replaceAll('\\|', '|'));
    const [id = '', , state = '', files = '', shared = ''] = cells;
    const row = { id, state, files: splitCell(files), shared: splitCell(shared) };
    return [{ ...row, line: index + 1, cells: cells.length }];
  });
}

/** Splits a cell of code spans, which are separated by <br> or a comma; a dash means an empty cell. */
function splitCell(cell) {
  if (cell === NONE || cell === '') return [];
  return cell.split(/<br\s*\/?>|,/).map((part) => part.trim().replace(/^`+\s?|\s?`+$/g, ''));
}

/**
 * @param {ReturnType<typeof readRows>} rows
 * @param {{ id: string }[]} testIds in the titles of the tests
 * @param {string} root
 * @returns {string[]} one line per fault
 */
export function findRowFaults(rows, testIds, root) {
  const knownTestIds = toSet(testIds);
  return rows.flatMap((row) =>
    [...findFaults(row, knownTestIds, root), ...findRepetitions(row, rows)].map(
      (fault) => `${SPECIFICATION}:${row.line} ${row.id}: ${fault}`,
    ),
  );
}

function findFaults({ id, state, files, shared, cells }, knownTestIds, root) {
  const isMet = MET.has(state);
  return [
    ...(cells === 5 ? [] : [`has ${cells} cells and must have 5`]),
    ...(isMet || state === LATER ? [] : [`unknown state '${state}'`]),
    ...(isMet && files.length === 0 ? ['is met and does not say where'] : []),
    ...(isMet ? findTestFaults([id, ...shared], knownTestIds) : []),
    ...files
      .filter((file) => !existsSync(join(root, file)))
      .map((file) => `${file} does not exist`),
    ...shared.filter((test) => !knownTestIds.has(test)).map((test) => `no test carries ${test}`),
  ];
}

const toSet = (testIds) => new Set(testIds.map(({ id }) => id));

/** @returns {string[]} a fault if no test carries one of the ids */
function findTestFaults(ids, knownTestIds) {
  return ids.some((id) => knownTestIds.has(id)) ? [] : ['no test carries its id'];
}

/** @returns {string[]} a fault if an earlier row or point has the same id */
function findRepetitions(item, items) {
  return items.find(({ id }) => id === item.id) === item ? [] : ['the id is used twice'];
}

/**
 * @param {{ id: string, file: string, line: number }[]} testIds
 * @param {{ id: string, shared: string[] }[]} rows
 * @param {{ id: string, shared?: string[] }[]} points
 * @returns {string[]} one line per id that no document has
 */
export function findTitleFaults(testIds, rows, points) {
  const knownIds = new Set([...rows, ...points].flatMap(({ id, shared = [] }) => [id, ...shared]));
  return testIds
    .filter(({ id }) => !knownIds.has(id))
    .map(({ id, file, line }) => `${file}:${line}: no document has ${id}`);
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
  const knownTestIds = toSet(testIds);
  const ids = text.match(/\b(?:T-[A-Z]\d+|E-\d+\.\d+|S-\d+)/g) ?? [];
  return ids.filter((id) => !knownTestIds.has(id)).map((id) => `${file}: no test carries ${id}`);
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

/**
 * Reads the points of docs/security.md: a heading `### T-A1 · …` and its text.
 * @param {string} markdown
 * @returns {{ id: string, line: number, hasReason: boolean }[]} hasReason: the text says why there is no test
 */
export function readTrust(markdown) {
  const points = [];
  markdown.split('\n').forEach((text, index) => {
    const [, id] = /^### (T-[A-Z]\d+) · \S/.exec(text) ?? [];
    if (id !== undefined) points.push({ id, line: index + 1, hasReason: false });
    else if (/^No test: \S/.test(text) && points.length > 0) points.at(-1).hasReason = true;
  });
  return points;
}

/**
 * @param {ReturnType<typeof readTrust>} points
 * @param {{ id: string }[]} testIds in the titles of the tests
 * @returns {string[]} one line per fault, which begins with its position
 */
export function findTrustFaults(points, testIds) {
  const knownTestIds = toSet(testIds);
  return points.flatMap((point) =>
    [
      ...(point.hasReason ? [] : findTestFaults([point.id], knownTestIds)),
      ...findRepetitions(point, points),
    ].map((fault) => `${point.line} ${point.id}: ${fault}`),
  );
}
