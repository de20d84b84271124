import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readIfExists } from '../prepare.mjs';

const require = createRequire(import.meta.url);

/** E: a row of the specification. S: a test that many rows name. T: a point of docs/security.md. */
const ID = '(?:E-\\d+\\.\\d+|S-\\d+|T-[A-Z]\\d+)';
/** A row of an issue may come first: 'C10, E-10.1010: …'. */
const ISSUE_ROWS = `(?:(?!${ID})[A-Z](?:-[A-Z])?\\d+, )*`;
const TITLE = new RegExp(`^['"\`]${ISSUE_ROWS}(${ID}(?:, ${ID})*): \\S`);
const TESTS = ['*.test.ts', '*.test.tsx', '*.test.mjs'];
/** The callee of a test, a group or a step. */
const MAKER = /^(?:describe|it|test|nightlyStep)\b/;
const NOT_RUN = /^\w+(?:\.\w+)*\.(?:skip|fixme|todo)\b/;

// Tests that only `npm run test:all` runs, as vitest.config.ts, e2e/playwright.config.ts and the tests declare.
const NIGHTLY_FILE = /\.whole\.test\.ts$/;
const NIGHTLY_MAKER = /^nightlyStep\b|\.runIf\(isWhole\)|\.skipIf\(!isWhole\)/;
const NIGHTLY_TAG = '@nightly';
const NIGHTLY_CONDITION = 'isWhole';

/**
 * @typedef {{ id: string, line: number, isNightly: boolean }} TestId an id in a title; a nightly one runs only in `npm
 * run test:all`
 */

/** @returns {(TestId & { file: string })[]} every id in a title of the tests under root */
export function listTestIds(root) {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...TESTS],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  return listed
    .split('\0')
    .filter(Boolean)
    .flatMap((file) =>
      // A deleted file may still be tracked.
      readTestIds(readIfExists(join(root, file)) ?? '', file).map((testId) => ({
        ...testId,
        file,
      })),
    );
}

/**
 * Reads the ids at the beginning of titles of tests, groups and steps, as in `test('E-2.14, T-A1: …'`.
 * Skipped ones do not count. A group is nightly when all its tests are.
 * @param {string} source of a test file
 * @param {string} file its path
 * @returns {TestId[]}
 */
export function readTestIds(source, file) {
  // Not imported, because `npm test` loads this file before it installs the packages.
  const { program, errors } = require('oxc-parser').parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const toText = ({ start, end }) => source.slice(start, end);
  /** Every test, group and step in a node. */
  const readCases = (node, isNightly) => {
    if (Array.isArray(node)) return node.flatMap((child) => readCases(child, isNightly));
    if (typeof node?.type !== 'string') return [];
    if (node.type === 'IfStatement' && toText(node.test) === NIGHTLY_CONDITION) {
      return [...readCases(node.consequent, true), ...readCases(node.alternate, isNightly)];
    }
    if (node.type === 'CallExpression' && MAKER.test(toText(node.callee))) {
      return readCase(node, isNightly);
    }
    return readCases(Object.values(node), isNightly);
  };
  const readCase = (call, isParentNightly) => {
    const maker = toText(call.callee);
    const options = call.arguments.filter(({ type }) => !type.includes('Function'));
    const isNightly =
      isParentNightly ||
      NIGHTLY_MAKER.test(maker) ||
      options.some((option) => toText(option).includes(NIGHTLY_TAG));
    const inside = readCases([call.callee, ...call.arguments], isNightly);
    if (NOT_RUN.test(maker)) return inside;
    const isNightlyGroup =
      maker.startsWith('describe') &&
      inside.length > 0 &&
      inside.every((testCase) => testCase.isNightly);
    const [title] = options;
    const [, ids] = TITLE.exec(title ? toText(title) : '') ?? [];
    const line = source.slice(0, call.start).split('\n').length;
    return [{ ids, line, isNightly: isNightly || isNightlyGroup }, ...inside];
  };
  return readCases(program, NIGHTLY_FILE.test(file)).flatMap(({ ids, line, isNightly }) =>
    (ids ?? '')
      .split(', ')
      .filter(Boolean)
      .map((id) => ({ id, line, isNightly })),
  );
}

/** Message for a row or point whose tests are all nightly. */
export const ONLY_NIGHTLY = 'only nightly tests carry its id, which `npm test` leaves out';

/**
 * @param {{ id: string, isNightly?: boolean }[]} testIds
 * @returns {{ carried: Set<string>, usual: Set<string> }} the ids of all tests, and those in `npm test`
 */
export function groupIds(testIds) {
  return {
    carried: new Set(testIds.map(({ id }) => id)),
    usual: new Set(testIds.filter(({ isNightly }) => !isNightly).map(({ id }) => id)),
  };
}
