import { expect, test } from 'vitest';
import { identityFields } from './calls.ts';

test('E-10.370: a cédula is stored without typed or pasted spaces', () => {
  expect(identityFields.cedula.parse(' 8 765 4321 ')).toBe('87654321');
  expect(identityFields.cedula.safeParse('8765 432 10').success).toBe(false);
  expect(identityFields.cedula.safeParse('87-65432').success).toBe(false);
});
