import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countPlaywright, countVitest, readCounts } from './counts.mjs';

const vitest = (overrides) => ({
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [{ status: 'passed', assertionResults: [{ status: 'passed' }] }],
  ...overrides,
});

const playwright = (stats, errors = []) => ({
  stats: { expected: 7, unexpected: 0, flaky: 0, skipped: 0, ...stats },
  errors,
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

const read = (content, code, count = countVitest) => {
  writeFileSync(report, typeof content === 'string' ? content : JSON.stringify(content));
  return readCounts(report, count, code);
};

describe('counts', () => {
  it('are those of the report when all went well', () => {
    expect(read(vitest(), 0)).toEqual({ passed: 5, failed: 0, notes: [] });
    expect(read(playwright(), 0, countPlaywright)).toEqual({ passed: 7, failed: 0, notes: [] });
  });

  it('are those of the report when tests failed', () => {
    expect(read(vitest({ numFailedTests: 2 }), 1)).toMatchObject({ passed: 5, failed: 2 });
    expect(read(playwright({ unexpected: 3 }), 1, countPlaywright)).toMatchObject({ failed: 3 });
  });

  it('take what was skipped for failed', () => {
    expect(read(vitest({ numPendingTests: 1, numTodoTests: 1 }), 0)).toMatchObject({ failed: 2 });
    expect(read(playwright({ skipped: 1, flaky: 1 }), 0, countPlaywright)).toMatchObject({
      failed: 2,
    });
  });

  it('take a test file that does not load for failed', () => {
    const testResults = [{ status: 'failed', assertionResults: [] }];
    expect(read(vitest({ testResults }), 1)).toMatchObject({ passed: 5, failed: 1 });
  });

  it('take an error outside of the tests for failed', () => {
    expect(read(playwright({}, [{}]), 1, countPlaywright)).toMatchObject({ passed: 7, failed: 1 });
    expect(read(vitest(), 1)).toMatchObject({ passed: 5, failed: 1 });
  });

  it('take a report without a single test for failed', () => {
    expect(read(vitest({ numPassedTests: 0, testResults: [] }), 0)).toMatchObject({ failed: 1 });
  });

  it('take no report, or a broken one, for failed', () => {
    expect(read('{', 0)).toMatchObject({ passed: 0, failed: 1 });
    expect(readCounts(join(folder, 'gone.json'), countVitest, 0)).toMatchObject({ failed: 1 });
  });
});
