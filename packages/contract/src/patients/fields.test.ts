import { expect, test } from 'vitest';
import { patientFields, phoneDigits } from './fields.ts';

test.each([
  ['name', '  Sofía Núñez ', 'Sofía Núñez'],
  ['email', ' Sofia.N@Correo.example\n', 'Sofia.N@Correo.example'],
  ['email', "o'hara+citas@sub.correo.mx", "o'hara+citas@sub.correo.mx"],
  ['phone', ' +52 (55) 1234-5678 ', '+52 (55) 1234-5678'],
] as const)('the field %s keeps %j as %j', (field, written, kept) => {
  expect(patientFields[field].parse(written)).toBe(kept);
});

test('only the first error of a field is reported', () => {
  for (const [field, value] of [
    ['name', ' '.repeat(3) + '\u0000'.repeat(300)],
    ['email', '@'.repeat(100_000)],
    ['phone', 'x'.repeat(100_000)],
  ] as const) {
    expect(patientFields[field].safeParse(value).error?.issues).toHaveLength(1);
  }
});

test.each([
  ['+52 55 1234 5678', '5512345678'],
  ['1234567', '1234567'],
  ['123-456', undefined],
  ['', undefined],
  [undefined, undefined],
])('the phone %j is compared by its digits %j', (phone, digits) => {
  expect(phoneDigits(phone)).toBe(digits);
});
