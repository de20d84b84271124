import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VARIABLES } from './config.ts';
import { createMetrics } from './platform/metrics/metrics.ts';
import { startApplication } from './testing/application.ts';

const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');

/** The names in the first cells of a document's tables. */
function findNames(document: string, pattern: RegExp): string[] {
  const cells = [...document.matchAll(/^\| (.*?) \|/gm)].map(([, cell = '']) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(pattern)].map(([, name = '']) => name));
}

test('docs/es/instalar.md lists exactly the variables that are read', () => {
  const named = findNames(read('docs/es/instalar.md'), /`([A-Z][A-Z_0-9]+)`/g);
  expect(named.toSorted()).toEqual([...new Set(VARIABLES)].toSorted());
});

test('README.md names no variable that is not read', () => {
  const named = findNames(read('README.md'), /`([A-Z][A-Z_0-9]+)`/g);
  expect(named.length).toBeGreaterThan(5);
  for (const name of named) expect(VARIABLES).toContain(name);
});

test('docs/es/operacion.md lists all of our metrics', async () => {
  const metrics = createMetrics('1');
  await startApplication({ metrics });
  const metricNames = [...(await metrics.read()).matchAll(/^# HELP (simiente_\w+)/gm)];
  const named = findNames(read('docs/es/operacion.md'), /`(simiente_\w+)`/g);
  for (const [, metricName] of metricNames) expect(named).toContain(metricName);
});
