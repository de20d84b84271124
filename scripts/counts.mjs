import { readFileSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './prepare.mjs';

/**
 * @typedef {{ passed: number, failed: number, notes: string[], failures: string[], skipped?: string[] }} Counts
 * notes list failures that no test reported; failures name each test that failed, with the first lines of
 * the reason, or hold what the runner said last, so that the end of a long output shows what to fix. skipped
 * names each test that this machine cannot run, such as one that needs a program of the system.
 */

const NO_COUNT = 'left no count';

/**
 * Reads a runner's report, and never takes silence for success: no readable report, no test at all,
 * or an exit code without a failed test are each counted as failed.
 *
 * @param {string} path of the JSON report
 * @param {(report: any) => Counts} count
 * @param {{ code: number, output: string }} run the code with which the runner ended, and its errors
 * @returns {Counts}
 */
export function readCounts(path, count, { code, output }) {
  let counts;
  try {
    counts = count(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    return {
      passed: 0,
      failed: 1,
      notes: [`${NO_COUNT} (${error.message})`],
      failures: saidLast(output),
    };
  }
  if (counts.passed + counts.failed === 0) return { ...counts, failed: 1, notes: ['ran nothing'] };
  if (code === 0 || counts.failed > 0) return counts;
  return {
    ...counts,
    failed: 1,
    notes: [...counts.notes, `ended with code ${code}`],
    failures: saidLast(output),
  };
}

const LINES_SAID_LAST = 60;

/** The end of a runner's errors, which are all that tells of a failure outside of the tests. */
function saidLast(output) {
  const lines = stripVTControlCharacters(output).trim().split('\n').slice(-LINES_SAID_LAST);
  return lines[0] === '' ? [] : [lines.join('\n    ')];
}

/** @param {any} report of Vitest's json reporter @returns {Counts} */
export function countVitest(report) {
  // A file that fails to load has no failed test.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => failure(name, fullName, failureMessages.join('\n'))),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    notes: note(broken.length, 'test files that did not load'),
    failures: [...failed, ...broken.map(({ name, message }) => failure(name, '', message))],
    skipped: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => !['passed', 'failed'].includes(status))
        .map(({ fullName }) => failure(name, fullName)),
    ),
  };
}

/** @param {any} report of Playwright's json reporter @returns {Counts} */
export function countPlaywright({ stats, errors, suites = [] }) {
  const specs = suites.flatMap(listSpecs);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    notes: [...note(stats.flaky, 'flaky tests'), ...note(errors.length, 'errors outside of tests')],
    failures: [
      ...specs.filter(({ ok }) => !ok).map(nameSpec),
      ...errors.map(({ message }) => failure('', '', message)),
    ],
    skipped: specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'skipped'))
      .map(({ file, title }) => failure(file, title)),
  };
}

function listSpecs({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(listSpecs)];
}

function nameSpec({ file, title, tests }) {
  const failed = tests.flatMap((test) => test.results).find(({ error }) => error);
  const titles = [title, ...titlesOfFailed(failed?.steps)].join(' › ');
  return failure(file, titles, failed?.error.message);
}

/** Of the step that failed, and of the steps in it: their titles begin with the ids of what they show. */
function titlesOfFailed(steps = []) {
  const step = steps.find(({ error }) => error);
  return step ? [step.title, ...titlesOfFailed(step.steps)] : [];
}

const LINES_OF_WHY = 8;

/** A failed test, with the first lines of its error, without terminal colours. */
function failure(file, title, message = '') {
  const why = message ? stripVTControlCharacters(message).split('\n').slice(0, LINES_OF_WHY) : [];
  return [
    [isAbsolute(file) ? relative(ROOT, file) : file, title].filter(Boolean).join(' › '),
    ...why,
  ].join('\n    ');
}

function note(number, what) {
  return number > 0 ? [`${number} ${what}`] : [];
}
