import { expect, test } from 'vitest';
import { copyLine } from './copy-text.ts';

test('cells are separated by tabs, and a missing cell differs from an empty one', () => {
  expect(copyLine(['usr_1', null, '', 3, true])).toBe('usr_1\t\\N\t\t3\ttrue\n');
});

test('a character with a meaning for COPY is escaped', () => {
  expect(copyLine(['a\tb\nc\rd\\e'])).toBe('a\\tb\\nc\\rd\\\\e\n');
});

test('an array has PostgreSQL’s format, with its quotes and backslashes', () => {
  expect(copyLine([['SEM', 'a "b"', 'c\\d'], []])).toBe(
    '{"SEM","a \\\\"b\\\\"","c\\\\\\\\d"}\t{}\n',
  );
});

test('any other object is written as JSON', () => {
  expect(copyLine([{ street: 'Río 3', lines: 'a\nb' }])).toBe(
    '{"street":"Río 3","lines":"a\\\\nb"}\n',
  );
});
