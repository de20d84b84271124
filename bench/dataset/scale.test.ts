import { expect, test } from 'vitest';
import { scaleFor } from './scale.ts';

test('the numbers of partners and prospects are constant from 100 000 patients on', () => {
  const full = { partners: 2_000, branchesPerPartner: 10, prospects: 200_000 };
  expect(scaleFor(100_000)).toEqual({ patients: 100_000, doctors: 250, ...full });
  expect(scaleFor(1_000_000)).toEqual({ patients: 1_000_000, doctors: 2_500, ...full });
});

test('other records are in proportion below 100 000 patients, with a minimum of partners and doctors', () => {
  expect(scaleFor(10_000)).toEqual({
    patients: 10_000,
    doctors: 25,
    partners: 200,
    branchesPerPartner: 10,
    prospects: 20_000,
  });
  expect(scaleFor(100)).toMatchObject({ doctors: 10, partners: 5, prospects: 200 });
});
