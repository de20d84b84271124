import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { ROOT } from './prepare.mjs';

/**
 * @typedef {{ passed: number, failed: number, names: string[] }} Counts
 * names: the tests that failed or that this machine cannot run, with which of the two it was
 */

/**
 * Counts a runner's JSON report. Silence is not success: no report, no test or an exit code without a failed
 * test count as one failure. A skipped test counts as neither.
 * @param {string} path of the report
 * @param {(report: any) => Counts} count
 * @param {number} code the runner's exit code
 * @returns {Counts}
 */
export function readCounts(path, count, code) {
  let counts;
  try {
    counts = count(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    return { passed: 0, failed: 1, names: [`✘ no report: ${error.message}`] };
  }
  const { passed, failed, names } = counts;
  if (failed > 0 || (code === 0 && passed > 0)) return counts;
  const why = passed === 0 ? 'no test ran' : `the runner exited with code ${code}`;
  return { passed, failed: 1, names: [...names, `✘ ${why}`] };
}

/** @param {any} report of Vitest's json reporter @returns {Counts} */
export function countVitest({ testResults, numPassedTests, numFailedTests }) {
  // A file that fails to load, or whose hooks fail, may have no failed test.
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    names: [
      ...broken.map(({ name, message }) => `✘ ${relative(ROOT, name)}: ${message}`),
      ...testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status !== 'passed')
          .map((test) => `${mark(test.status)} ${relative(ROOT, name)} › ${test.fullName}`),
      ),
    ],
  };
}

/** @param {any} report of Playwright's json reporter @returns {Counts} */
export function countPlaywright({ stats, errors, suites }) {
  const specs = suites.flatMap(listSpecs);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    names: [
      ...errors.map(({ message }) => `✘ ${message}`),
      ...specs.flatMap(({ file, title, tests }) =>
        tests
          .filter(({ status }) => status !== 'expected')
          .map(({ status }) => `${mark(status)} e2e/${file} › ${title}`),
      ),
    ],
  };
}

function listSpecs({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(listSpecs)];
}

const mark = (status) => (/failed|unexpected|flaky/.test(status) ? '✘' : '– skipped:');
