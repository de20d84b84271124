import { expect, test } from 'vitest';
import { formatCount, formatFileSize, formatPercent } from './numbers.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1284, '1,284'],
  [1_000_000, '1,000,000'],
  [Number.NaN, '—'],
  [Number.POSITIVE_INFINITY, '—'],
])('the count %d reads %s', (count, expected) => {
  expect(formatCount(count)).toBe(expected);
});

test('a capped count ends with a plus sign', () => {
  expect(formatCount(1000, { isCapped: true })).toBe('1,000+');
});

test.each([
  [0.124, '12.4\u00A0%'],
  [0, '0.0\u00A0%'],
  [1, '100.0\u00A0%'],
  [-0.031, '-3.1\u00A0%'],
  [Number.NaN, '—'],
])('the share %d reads %s', (share, expected) => {
  expect(formatPercent(share)).toBe(expected);
});

test.each([
  [0, '0 B'],
  [1023, '1,023 B'],
  [1024, '1 KB'],
  [421_888, '412 KB'],
  [1_048_575, '1 MB'],
  [1_887_437, '1.8 MB'],
  [10_485_760, '10 MB'],
  [5e12, '4.5 TB'],
  [5e15, '4,547.5 TB'],
  [-1, '—'],
  [Number.NaN, '—'],
])('a size of %d bytes reads %s', (bytes, expected) => {
  expect(formatFileSize(bytes)).toBe(expected);
});
