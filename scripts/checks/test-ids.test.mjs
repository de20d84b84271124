import { describe, expect, it } from 'vitest';
import { readTestIds } from './test-ids.mjs';

/** A title of a fixture, assembled so that this file itself has no id. */
const makeTitle = (ids) => `'${ids}: the list has its title'`;
const readIds = (source) => readTestIds(source).map(({ id }) => id);

describe('the ids of a test file', () => {
  it('are those before the colon of a title, with the line', () => {
    const source = `import x from 'y';\ntest(${makeTitle('E-2.14, T-A1')}, run);`;
    expect(readTestIds(source)).toEqual([
      { id: 'E-2.14', line: 2 },
      { id: 'T-A1', line: 2 },
    ]);
  });

  it.each([
    ['a group', (title) => `describe(${title}, () => {});`],
    ['a title on a line of its own', (title) => `it(\n  ${title},\n  run);`],
    ['a step of a test', (title) => `test('a', async () => { await test.step(${title}, run); });`],
    ['a step of the nightly run', (title) => `await nightlyStep(${title}, run);`],
    ['a table', (title) => `test.each([[1], [2]])(${title}, run);`],
    ['a table as a template', (title) => `test.each\`a | b\`(${title}, run);`],
    ['a condition', (title) => `test.runIf(isRoot)(${title}, run);`],
    ['another quote', (title) => `test(${title.replaceAll("'", '`')}, run);`],
    ['the start of a template', () => `test(\`S-3: \${row} is shown\`, run);`],
  ])('are read from %s', (_, write) => {
    expect(readIds(write(makeTitle('S-3')))).toEqual(['S-3']);
  });

  it.each([
    ['a skipped test', (title) => `test.skip(${title}, run);`],
    ['a test to be written', (title) => `it.todo(${title});`],
    ['another text', (title) => `expect(text).toBe(${title});`],
  ])('are not read from %s', (_, write) => {
    expect(readIds(write(makeTitle('S-3')))).toEqual([]);
  });
});
