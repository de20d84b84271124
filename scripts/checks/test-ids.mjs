import { readFiles } from './tracked.mjs';

/** E: a row of the specification. S: a test that many rows name. T: a point of docs/security.md. */
const ID = '(?:E-\\d+\\.\\d+|S-\\d+|T-[A-Z]\\d+)';
/** A row of an issue may come first: 'C10, E-10.1010: …'. */
const ISSUE_ROWS = `(?:(?!${ID})[A-Z](?:-[A-Z])?\\d+, )*`;
/** The callee of a test, a group or a step, or the end of its table or condition. Skipped ones do not match. */
const CALLEE = '(?:\\b(?:describe|it|test|step|nightlyStep)(?:\\.only|\\.serial)?|[)`])';
const TITLE = new RegExp(
  `${CALLEE}\\(\\s*(?:\\/\\/.*\\s*)*['"\`]${ISSUE_ROWS}(${ID}(?:, ${ID})*): \\S`,
  'g',
);

/** @returns {{ id: string, line: number, file: string }[]} every id in a title of the tests */
export function listTestIds() {
  return readFiles(['*.test.ts', '*.test.tsx', '*.test.mjs']).flatMap(({ file, text }) =>
    readTestIds(text).map((testId) => ({ ...testId, file })),
  );
}

/**
 * Reads the ids at the beginning of titles of tests, groups and steps, as in `test('E-2.14, T-A1: …'`.
 * @param {string} source of a test file
 */
export function readTestIds(source) {
  return [...source.matchAll(TITLE)].flatMap(({ 1: ids = '', index }) => {
    const line = source.slice(0, index).split('\n').length;
    return ids.split(', ').map((id) => ({ id, line }));
  });
}
