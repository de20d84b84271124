import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The results of the fault tests, by run: a line of JSON each, and a table. */
export const figuresOf = (form = 'short') => `test-results/faults-${form}.jsonl`;
export const tableOf = (form = 'short') => `test-results/faults-${form}.md`;

/** The runs of `npm run test:faults`, with the document and the block of it that they fill. */
export const FORMS = {
  all: { document: 'faults/results.md', block: 'fault-figures' },
  soak: { document: 'faults/results.md', block: 'soak-figures' },
  ha: { document: 'faults/results.md', block: 'ha-figures' },
};

/**
 * Puts a table between the two marks of its block.
 * @param {string} document
 * @param {string} block
 * @param {string} table
 * @returns {string}
 */
export function putFigures(document, block, table) {
  const [begin, end] = [`<!-- ${block} -->`, `<!-- /${block} -->`];
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`The marks ${begin} and ${end} are missing.`);
  return `${document.slice(0, from + begin.length)}\n\n${table}\n\n${document.slice(to)}`;
}

/**
 * Lists faults that this machine cannot make; they count neither as passed nor as failed or skipped.
 * @param {string} root
 * @returns {string[]}
 */
export function readNotMade(root, form) {
  let text = '';
  try {
    text = readFileSync(join(root, figuresOf(form)), 'utf8');
  } catch {
    return ['no fault was made: their figures are missing'];
  }
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter(({ notMade }) => notMade !== undefined)
    .map(({ id, fault, notMade }) => `not made: ${id}, ${fault}: ${notMade}`);
}
