import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** E: a row of the specification. S: one test that shows many rows. T: a point of the checklist of trust. */
const ID = '(?:E-\\d+\\.\\d+|S-\\d+|T-[A-Z]\\d+)';
const TITLE = new RegExp(
  `(?:\\b(?:describe|it|test|nightlyStep)(?<chain>(?:\\.\\w+)*)|[)\`])\\(\\s*['"\`](?<ids>${ID}(?:, ${ID})*): \\S`,
  'g',
);
const NOT_RUN = /\.(?:skip|fixme|todo)\b/;
const TESTS = ['*.test.ts', '*.test.tsx', '*.test.mjs'];

/** @returns {{ id: string, file: string, line: number }[]} every id in a title of the tests under root */
export function listTestIds(root) {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...TESTS],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  return listed
    .split('\0')
    .filter(Boolean)
    .flatMap((file) => readTestIds(readIfThere(join(root, file))).map((at) => ({ ...at, file })));
}

/**
 * Reads the ids at the beginning of titles of tests and groups, as in `test('E-2.14, T-A1: …'`.
 * Commented or skipped tests do not count.
 * @param {string} source of a test file
 * @returns {{ id: string, line: number }[]}
 */
export function readTestIds(source) {
  return [...source.matchAll(TITLE)]
    .filter(({ index, groups }) => {
      const start = source.slice(source.lastIndexOf('\n', index) + 1, index);
      return !/^\s*(?:\/\/|\*)/.test(start) && !NOT_RUN.test(groups?.chain ?? '');
    })
    .flatMap(({ index, groups }) => {
      const line = source.slice(0, index).split('\n').length;
      return (groups?.ids ?? '').split(', ').map((id) => ({ id, line }));
    });
}

/** A deleted file that is still tracked has none. */
function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return '';
    throw error;
  }
}
