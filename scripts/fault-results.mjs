import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files with the results of a run of the fault tests: a line of JSON for each result, and a table. */
export const toResultsFile = (form = 'short') => `test-results/faults-${form}.jsonl`;
export const toTableFile = (form = 'short') => `test-results/faults-${form}.md`;

/**
 * Lists faults that this machine cannot simulate. They count neither as passed nor as failed or skipped.
 * @param {string} root
 * @returns {string[]}
 */
export function readNotSimulated(root, form) {
  const file = join(root, toResultsFile(form));
  if (!existsSync(file)) return ['no fault was simulated: the results are missing'];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter(({ notSimulated }) => notSimulated !== undefined)
    .map(({ id, fault, notSimulated }) => `not simulated: ${id}, ${fault}: ${notSimulated}`);
}
