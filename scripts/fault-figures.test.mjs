import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { figuresOf, putFigures, readNotMade } from './fault-figures.mjs';

it('puts a table between the marks of its block, again and again', () => {
  const empty = 'Antes\n<!-- uno -->\n<!-- /uno -->\nDespués\n';
  const filled = 'Antes\n<!-- uno -->\n\n| 1 |\n\n<!-- /uno -->\nDespués\n';
  expect(putFigures(empty, 'uno', '| 1 |')).toBe(filled);
  expect(putFigures(filled, 'uno', '| 1 |')).toBe(filled);
  expect(() => putFigures(empty, 'dos', '| 1 |')).toThrow('<!-- dos -->');
});

it('says what a machine did not let be made, and also that nothing was', () => {
  const root = mkdtempSync(join(tmpdir(), 'simiente-figures-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  expect(readNotMade(root)).toEqual(['no se hizo ningún fallo: faltan sus cifras']);
  mkdirSync(join(root, 'test-results'));
  const lines = [
    { id: 'T-G1', fault: 'kill -9', made: 3 },
    { id: 'T-G5', fault: 'disco lleno', notMade: 'no es root' },
  ];
  writeFileSync(join(root, figuresOf()), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  expect(readNotMade(root)).toEqual(['no se hizo: T-G5, disco lleno: no es root']);
});
