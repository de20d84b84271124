import { readFileSync } from 'node:fs';

/**
 * @typedef {{ passed: number, failed: number, notes: string[] }} Counts
 * notes say what was counted as failed although no test said so.
 */

const NO_COUNT = 'no dejó un recuento';

/**
 * Reads what a runner left, and never takes silence for success: no readable report, no test at all,
 * a test that was skipped, or an exit code without a failed test are each counted as failed.
 *
 * @param {string} path of the JSON report
 * @param {(report: any) => Counts} count
 * @param {number} code with which the runner ended
 * @returns {Counts}
 */
export function readCounts(path, count, code) {
  let counts;
  try {
    counts = count(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    return { passed: 0, failed: 1, notes: [`${NO_COUNT} (${error.message})`] };
  }
  if (counts.passed + counts.failed === 0)
    return { ...counts, failed: 1, notes: ['no ejecutó nada'] };
  if (code === 0 || counts.failed > 0) return counts;
  return { ...counts, failed: 1, notes: [...counts.notes, `terminó con el código ${code}`] };
}

/** @param {any} report of Vitest's json reporter @returns {Counts} */
export function countVitest(report) {
  const notRun = report.numPendingTests + report.numTodoTests;
  // A file that breaks while it loads has no failed test to show for it.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + notRun + broken,
    notes: [
      ...note(notRun, 'pruebas omitidas'),
      ...note(broken, 'archivos de prueba que no se pudieron cargar'),
    ],
  };
}

/** @param {any} report of Playwright's json reporter @returns {Counts} */
export function countPlaywright({ stats, errors }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
    notes: [
      ...note(stats.skipped, 'pruebas omitidas'),
      ...note(stats.flaky, 'pruebas inestables'),
      ...note(errors.length, 'errores fuera de las pruebas'),
    ],
  };
}

function note(number, what) {
  return number > 0 ? [`${number} ${what}`] : [];
}
