import { expect, test } from 'vitest';
import { Claims } from './claims.ts';

test('an id is the first record’s, in the second reading too, whatever the order of the lists', () => {
  const claims = new Claims();
  claims.enter('medicalHistories');
  expect(['a', 'b', 'a'].map((id) => claims.owns(id))).toEqual([true, true, false]);
  claims.enter('users');
  expect(['c', 'b', 'd'].map((id) => claims.owns(id))).toEqual([true, false, true]);

  claims.enter('users');
  expect(['c', 'b', 'd'].map((id) => claims.owns(id))).toEqual([true, false, true]);
  claims.enter('medicalHistories');
  expect(['a', 'b', 'a'].map((id) => claims.owns(id))).toEqual([true, true, false]);
});

test('tells many ids apart', () => {
  const claims = new Claims();
  const ids = Array.from({ length: 100_000 }, (_, index) => `usr_${index}`);
  claims.enter('users');
  expect(ids.every((id) => claims.owns(id))).toBe(true);
  claims.enter('branches');
  expect(ids.some((id) => claims.owns(id))).toBe(false);
  claims.enter('users');
  expect(ids.every((id) => claims.owns(id))).toBe(true);
});
