import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { figuresOf, putFigures, readNotMade } from './fault-figures.mjs';

it('a table is put between the marks of its block, repeatedly', () => {
  const empty = 'Before\n<!-- one -->\n<!-- /one -->\nAfter\n';
  const filled = 'Before\n<!-- one -->\n\n| 1 |\n\n<!-- /one -->\nAfter\n';
  expect(putFigures(empty, 'one', '| 1 |')).toBe(filled);
  expect(putFigures(filled, 'one', '| 1 |')).toBe(filled);
  expect(() => putFigures(empty, 'two', '| 1 |')).toThrow('<!-- two -->');
});

it('the faults that a machine cannot make are listed, or there are none', () => {
  const root = mkdtempSync(join(tmpdir(), 'simiente-figures-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  expect(readNotMade(root)).toEqual(['no fault was made: their figures are missing']);
  mkdirSync(join(root, 'test-results'));
  const lines = [
    { id: 'T-G1', fault: 'kill -9', made: 3 },
    { id: 'T-G5', fault: 'disk full', notMade: 'not root' },
  ];
  writeFileSync(join(root, figuresOf()), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  expect(readNotMade(root)).toEqual(['not made: T-G5, disk full: not root']);
});
