import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countPlaywright, countVitest, readCounts } from './counts.mjs';
import { ROOT } from './prepare.mjs';

const vitest = (overrides) => ({
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] }],
  ...overrides,
});

const playwright = (stats, errors = [], suites = []) => ({
  stats: { expected: 7, unexpected: 0, flaky: 0, skipped: 0, ...stats },
  errors,
  suites,
});

let folder;
let report;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'simiente-counts-'));
  report = join(folder, 'report.json');
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const read = (content, code, count = countVitest, output = '') => {
  writeFileSync(report, typeof content === 'string' ? content : JSON.stringify(content));
  return readCounts(report, count, { code, output });
};

describe('counts', () => {
  it('are those of the report when all tests passed', () => {
    const clean = { failed: 0, notes: [], failures: [], skipped: [] };
    expect(read(vitest(), 0)).toEqual({ passed: 5, ...clean });
    expect(read(playwright(), 0, countPlaywright)).toEqual({ passed: 7, ...clean });
  });

  it('are those of the report when tests failed', () => {
    expect(read(vitest({ numFailedTests: 2 }), 1)).toMatchObject({ passed: 5, failed: 2 });
    expect(read(playwright({ unexpected: 3 }), 1, countPlaywright)).toMatchObject({ failed: 3 });
  });

  it('M2: name a skipped test, which is neither passed nor failed', () => {
    const skipped = { status: 'skipped', fullName: 'a sum is right' };
    const testResults = [{ name: 'a.test.ts', status: 'passed', assertionResults: [skipped] }];
    const counted = { failed: 0, failures: [], skipped: ['a.test.ts › a sum is right'] };
    expect(read(vitest({ numPendingTests: 1, testResults }), 0)).toMatchObject(counted);

    const specs = [
      { file: 'a.test.ts', title: 'a sum is right', ok: true, tests: [{ status: 'skipped' }] },
    ];
    const report = playwright({ skipped: 1 }, [], [{ specs }]);
    expect(read(report, 0, countPlaywright)).toMatchObject(counted);
  });

  it('M2: count a run that skipped everything as failed', () => {
    expect(read(vitest({ numPassedTests: 0 }), 0)).toMatchObject({ failed: 1 });
  });

  it('name the failed tests, with the first lines of their errors', () => {
    const why = ['\u001b[31mexpected 1 to be 2\u001b[39m', ...Array(20).fill('    at somewhere')];
    const failed = {
      status: 'failed',
      fullName: 'a sum is right',
      failureMessages: [why.join('\n')],
    };
    const testResults = [
      { name: join(ROOT, 'packages/a.test.ts'), status: 'failed', assertionResults: [failed] },
      { name: 'b.test.ts', status: 'failed', assertionResults: [], message: 'does not load' },
    ];
    const [test, file] = read(vitest({ numFailedTests: 1, testResults }), 1).failures;
    expect(test).toMatch(/^packages\/a\.test\.ts › a sum is right\n {4}expected 1 to be 2\n/);
    expect(test.split('\n')).toHaveLength(9);
    expect(file).toBe('b.test.ts\n    does not load');

    const error = { message: 'no such button' };
    const steps = [{ title: 'E-2.1: it is sorted' }, { title: 'E-2.2: it is filtered', error }];
    const results = [{ error, steps }];
    const specs = [
      { ok: true, file: 'a.test.ts', title: 'a page opens', tests: [{ results: [{}] }] },
      { ok: false, file: 'a.test.ts', title: 'a list loads', tests: [{ results }] },
    ];
    const suites = [{ specs: [], suites: [{ specs }] }];
    expect(
      read(playwright({ unexpected: 1 }, [{ message: 'no port' }], suites), 1, countPlaywright)
        .failures,
    ).toEqual([
      'a.test.ts › a list loads › E-2.2: it is filtered\n    no such button',
      '\n    no port',
    ]);
  });

  it('count a flaky test as failed', () => {
    expect(read(playwright({ flaky: 1 }), 0, countPlaywright)).toMatchObject({ failed: 1 });
  });

  it('count a test file that does not load as failed', () => {
    const testResults = [{ name: 'a.test.ts', status: 'failed', assertionResults: [] }];
    expect(read(vitest({ testResults }), 1)).toMatchObject({ passed: 5, failed: 1 });
  });

  it('count an error outside of tests as failed', () => {
    expect(read(playwright({}, [{}]), 1, countPlaywright)).toMatchObject({ passed: 7, failed: 1 });
    expect(read(vitest(), 1)).toMatchObject({ passed: 5, failed: 1, failures: [] });
  });

  it('tell what the runner said last when no test failed, and when it left no report', () => {
    const output = `${'a line\n'.repeat(100)}\u001b[31mUnhandled Rejection\u001b[39m\nError: gone\n`;
    for (const content of [vitest(), '{']) {
      const [said] = read(content, 1, countVitest, output).failures;
      expect(said.split('\n')).toHaveLength(60);
      expect(said).toMatch(/ {4}a line\n {4}Unhandled Rejection\n {4}Error: gone$/);
    }
  });

  it('count a report without tests as failed', () => {
    expect(read(vitest({ numPassedTests: 0, testResults: [] }), 0)).toMatchObject({ failed: 1 });
  });

  it('count a missing or broken report as failed', () => {
    expect(read('{', 0)).toMatchObject({ passed: 0, failed: 1 });
    expect(
      readCounts(join(folder, 'gone.json'), countVitest, { code: 0, output: '' }),
    ).toMatchObject({ failed: 1 });
  });
});
