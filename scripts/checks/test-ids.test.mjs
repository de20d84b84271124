import { describe, expect, it } from 'vitest';
import { readTestIds } from './test-ids.mjs';

/** A title of a fixture, assembled so that this file itself has no id. */
const titled = (ids) => `'${ids}: the list has its title'`;
const read = (source, file = 'list.test.ts') => readTestIds(source, file);
const readIds = (source) => read(source).map(({ id }) => id);

describe('the ids of a test file', () => {
  it('are those before the colon of a title, with the line', () => {
    const source = `import x from 'y';\ntest(${titled('E-2.14, T-A1')}, run);`;
    expect(read(source)).toEqual([
      { id: 'E-2.14', line: 2, isNightly: false },
      { id: 'T-A1', line: 2, isNightly: false },
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
    expect(readIds(write(titled('S-3')))).toEqual(['S-3']);
  });

  it.each([
    ['a skipped test', (title) => `test.skip(${title}, run);`],
    ['a test to be written', (title) => `it.todo(${title});`],
    ['a comment', (title) => `  // test(${title}, run);`],
    ['another text', (title) => `expect(text).toBe(${title});`],
  ])('are not read from %s', (_, write) => {
    expect(readIds(write(titled('S-3')))).toEqual([]);
  });

  it('are those of components too, and a file that cannot be read is rejected', () => {
    const source = `test(${titled('S-3')}, () => render(<p>Hola</p>));`;
    expect(readTestIds(source, 'list.test.tsx')).toMatchObject([{ id: 'S-3' }]);
    expect(() => read(source)).toThrow('list.test.ts: ');
  });
});

describe('an id is nightly', () => {
  const isNightly = (source, file) => read(source, file).map((at) => at.isNightly);
  const one = `test(${titled('S-3')}, run);`;

  it.each([
    ['a file of the whole run', one, 'list.whole.test.ts'],
    ['a condition on the length', `if (isWhole) { ${one} }`],
    ['a test of the whole run', `test.runIf(isWhole)(${titled('S-3')}, run);`],
    ['a table of the whole run', `test.skipIf(!isWhole).each([1])(${titled('S-3')}, run);`],
    ['a tagged test', `test(${titled('S-3')}, { tag: '@nightly' }, run);`],
    ['a tagged group', `test.describe('a', { tag: ['@nightly'] }, () => { ${one} });`],
    [
      'a step of the nightly run',
      `test('a', async () => { await nightlyStep(${titled('S-3')}, run); });`,
    ],
    [
      'a step of a tagged test',
      `test('a', { tag: '@nightly' }, async () => { await test.step(${titled('S-3')}, run); });`,
    ],
    [
      'a group without another test',
      `describe(${titled('S-3')}, () => { test('a', { tag: '@nightly' }, run); });`,
    ],
  ])('in %s', (_, source, file) => {
    expect(isNightly(source, file)).toEqual([true]);
  });

  it.each([
    [
      'a test that has a nightly step',
      `test(${titled('S-3')}, async () => { await nightlyStep('a', run); });`,
    ],
    ['a test beside a tagged one', `test('a', { tag: '@nightly' }, run); ${one}`],
    ['a test of both lengths', `if (isWhole) { more(); } else { ${one} }`],
    [
      'a group with a usual test',
      `describe(${titled('S-3')}, () => { test('a', { tag: '@nightly' }, run); test('b', run); });`,
    ],
    [
      'a test that only says the tag',
      `test(${titled('S-3')}, async () => { expect(tag).toBe('@nightly'); });`,
    ],
  ])('not in %s', (_, source) => {
    expect(isNightly(source)).toEqual([false]);
  });
});
