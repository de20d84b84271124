import { describe, expect, test } from 'vitest';
import { patientListInput } from './calls.ts';
import { statusGroup } from './filters.ts';

describe('statusGroup', () => {
  test.each([
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 4],
    [0, 4],
    [5, 4],
    [-1, 4],
    [99, 4],
    [null, 4],
  ])('status %s is in group %s', (status, group) => {
    expect(statusGroup(status)).toBe(group);
  });
});

describe('patientListInput', () => {
  test('fills in the defaults of an empty input', () => {
    expect(patientListInput.parse({})).toEqual({
      status: 0,
      upcoming: false,
      incomplete: false,
      withoutNotice: false,
      sort: '-createDate',
      limit: 50,
    });
  });

  test.each([
    { limit: 0 },
    { limit: 101 },
    { limit: 10_000_000 },
    { limit: 1.5 },
    { limit: Number.NaN },
    { status: 5 },
    { sort: 'email' },
    { sort: '' },
    { cursor: '' },
    { search: 'x'.repeat(201) },
    { upcoming: 'true' },
    { id: 1 },
  ])('T-B3, T-C2: rejects %j', (input) => {
    expect(patientListInput.safeParse(input).success).toBe(false);
  });
});
