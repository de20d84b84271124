import { expect, test } from 'vitest';
import { copyLine } from './copy-text.ts';

test('cells are parted by tabs, and a missing one is not an empty one', () => {
  expect(copyLine(['usr_1', null, '', 3, true])).toBe('usr_1\t\\N\t\t3\ttrue\n');
});

test('a character that COPY reads as something else is escaped', () => {
  expect(copyLine(['a\tb\nc\rd\\e'])).toBe('a\\tb\\nc\\rd\\\\e\n');
});

test('an array is one of PostgreSQL’s, with its quotes and backslashes', () => {
  expect(copyLine([['SEM', 'a "b"', 'c\\d'], []])).toBe(
    '{"SEM","a \\\\"b\\\\"","c\\\\\\\\d"}\t{}\n',
  );
});

test('any other object is JSON', () => {
  expect(copyLine([{ street: 'Río 3', lines: 'a\nb' }])).toBe(
    '{"street":"Río 3","lines":"a\\\\nb"}\n',
  );
});
