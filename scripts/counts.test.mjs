import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { countPlaywright, countVitest, readCounts } from './counts.mjs';
import { ROOT } from './prepare.mjs';

const file = (status, ...tests) => ({
  name: join(ROOT, 'a.test.ts'),
  status,
  message: 'it does not load',
  assertionResults: tests.map((each) => ({ status: each, fullName: 'a sum is right' })),
});
const vitest = (passed, failed, ...testResults) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  testResults,
});
const playwright = (stats, specs = [], errors = []) => ({
  stats: { expected: 1, unexpected: 0, flaky: 0, skipped: 0, ...stats },
  suites: [{ suites: [{ specs }] }],
  errors,
});
const spec = (status) => ({ file: 'a.test.ts', title: 'a list is shown', tests: [{ status }] });

function read(report, count, code = 0) {
  const folder = mkdtempSync(join(tmpdir(), 'simiente-counts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'report.json');
  writeFileSync(path, typeof report === 'string' ? report : JSON.stringify(report));
  return readCounts(path, count, code);
}

test('a clean run counts its tests', () => {
  expect(read(vitest(2, 0, file('passed', 'passed', 'passed')), countVitest)).toEqual({
    passed: 2,
    failed: 0,
    names: [],
  });
  expect(read(playwright({}, [spec('expected')]), countPlaywright)).toEqual({
    passed: 1,
    failed: 0,
    names: [],
  });
});

test('failed tests are counted and named', () => {
  expect(read(vitest(1, 1, file('failed', 'passed', 'failed')), countVitest, 1)).toEqual({
    passed: 1,
    failed: 1,
    names: ['✘ a.test.ts › a sum is right'],
  });
  expect(read(playwright({ unexpected: 1 }, [spec('unexpected')]), countPlaywright, 1)).toEqual({
    passed: 1,
    failed: 1,
    names: ['✘ e2e/a.test.ts › a list is shown'],
  });
});

test('a flaky test, a file that does not load and an error outside of tests count as failures', () => {
  expect(read(playwright({ flaky: 1 }, [spec('flaky')]), countPlaywright)).toMatchObject({
    failed: 1,
  });
  expect(read(vitest(1, 0, file('failed', 'passed')), countVitest, 1)).toMatchObject({
    failed: 1,
    names: ['✘ a.test.ts: it does not load'],
  });
  const broken = playwright({}, [], [{ message: 'no browser' }]);
  expect(read(broken, countPlaywright, 1)).toMatchObject({ failed: 1, names: ['✘ no browser'] });
});

test('M2: a skipped test is named, and counts neither as passed nor as failed', () => {
  expect(read(vitest(1, 0, file('passed', 'passed', 'skipped')), countVitest)).toEqual({
    passed: 1,
    failed: 0,
    names: ['– skipped: a.test.ts › a sum is right'],
  });
  expect(read(playwright({ skipped: 1 }, [spec('skipped')]), countPlaywright)).toEqual({
    passed: 1,
    failed: 0,
    names: ['– skipped: e2e/a.test.ts › a list is shown'],
  });
});

test.each([
  ['no readable report', 'not JSON', 0],
  ['a run without tests', vitest(0, 0), 0],
  ['an exit code without a failed test', vitest(1, 0, file('passed', 'passed')), 1],
])('%s counts as one failure', (_, report, code) => {
  expect(read(report, countVitest, code)).toMatchObject({ failed: 1 });
});
