import { describe, expect, test } from 'vitest';
import { readOptions } from './options.ts';
import { everySizeParts, rigParts, targetSizeParts } from './parts.ts';

test('without options everything is measured, and results.md may be written', () => {
  expect(readOptions([])).toEqual({
    sizes: [1_000, 100_000],
    everySizeParts: Object.values(everySizeParts),
    targetSizeParts: Object.values(targetSizeParts),
    rigParts: Object.values(rigParts),
    only: [],
    rounds: 5,
    seconds: 2,
    isComplete: true,
  });
});

test('options choose sizes, parts and calls', () => {
  const options = readOptions(['--sizes', '1000, 500', '--parts', 'start,calls', '--only', 'mar']);
  expect(options).toMatchObject({
    sizes: [1_000, 500],
    everySizeParts: [everySizeParts.calls],
    targetSizeParts: [],
    rigParts: [rigParts.start],
    only: ['mar'],
    isComplete: false,
  });
});

test('--help measures nothing', () => {
  expect(readOptions(['--help'])).toBeNull();
});

describe('an invalid option is rejected, and the valid ones are listed', () => {
  test.each([
    [['--parts', 'limit'], /There is no part 'limit'\.[\s\S]*--parts/],
    [['--sizes', '10'], /--sizes takes a number of 100 or more/],
    [['--sizes', 'thousand'], /--sizes takes a number/],
    [['--rounds', '0'], /--rounds takes a number of 1/],
    [['--size', '1000'], /The options were not understood\.[\s\S]*--sizes/],
  ])('%j', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});
