import { describe, expect, test } from 'vitest';
import { compareThroughput, median, percentile, toSpread } from './statistics.ts';

describe('a percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1);

  test('is the value below which the given share of values is', () => {
    expect(percentile(hundred, 0.5)).toBe(50);
    expect(percentile(hundred, 0.99)).toBe(99);
    expect(percentile(hundred, 1)).toBe(100);
    expect(percentile(hundred, 0)).toBe(1);
  });

  test('is the only value of a series of one, and NaN for an empty series', () => {
    expect(percentile([7], 0.99)).toBe(7);
    expect(percentile([], 0.5)).toBeNaN();
  });
});

describe('a median', () => {
  test('is the middle of values in any order, which stay unchanged', () => {
    const values = [9, 1, 5];
    expect(median(values)).toBe(5);
    expect(values).toEqual([9, 1, 5]);
  });

  test('is between the two middle values of an even number of values', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  test('is NaN for an empty series', () => {
    expect(median([])).toBeNaN();
  });
});

test('a spread has the minimum and maximum beside the median', () => {
  expect(toSpread([30, 10, 20, 90])).toEqual({ median: 25, min: 10, max: 90 });
});

test('a ratio compares runs that followed each other, not medians', () => {
  // The machine was busy during the second round of both sides.
  expect(compareThroughput([60, 6, 70], [100, 10, 100])).toEqual({
    median: 0.6,
    min: 0.6,
    max: 0.7,
  });
});
