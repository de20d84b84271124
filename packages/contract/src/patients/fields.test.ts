import { expect, test } from 'vitest';
import { searchWords } from '../common/search-words.ts';
import { duplicateInput, patientFields, phoneDigits } from './fields.ts';

test.each([
  ['name', '  Sofía Núñez ', 'Sofía Núñez'],
  ['email', ' Sofia.N@Correo.example\n', 'Sofia.N@Correo.example'],
  ['email', 'josé@ñandú.mx', 'josé@ñandú.mx'],
  ['email', 'ana@xn--and-6ma2c.xn--p1ai', 'ana@xn--and-6ma2c.xn--p1ai'],
  ['name', 'Cher', 'Cher'],
  ['name', "María-José O'Donoghue de la Peña", "María-José O'Donoghue de la Peña"],
  ['name', 'Ñ'.repeat(120), 'Ñ'.repeat(120)],
  ['email', "o'hara+citas@sub.correo.mx", "o'hara+citas@sub.correo.mx"],
  ['phone', ' +52 (55) 1234-5678 ', '+52 (55) 1234-5678'],
] as const)('E-10.1852: the field %s keeps %j as %j', (field, written, kept) => {
  expect(patientFields[field].parse(written)).toBe(kept);
});

test.each([
  ['phone', '\u202a+52\u00a055\u202f1234\u20115678\u202c', '+52 55 1234-5678'],
  ['phone', '\u2066＋５２ （55） 1234–5678\u2069\t', '+52 (55) 1234-5678'],
  ['email', '\u200bana@correo.example\ufeff', 'ana@correo.example'],
  ['name', '\u202eSofía\u202c\u200b\u00a0Nú\u00adñez\u2060\u3164', 'Sofía Núñez'],
  ['name', 'Ana\r\nPérez\u0007Ruiz', 'Ana Pérez Ruiz'],
  ['name', 'Ana \u0007 Pérez\t\u0001 Ruiz', 'Ana Pérez Ruiz'],
  ['email', 'jose\u0301@correo.mx', 'josé@correo.mx'],
  ['name', '👩‍⚕️ Sofía', '👩‍⚕️ Sofía'],
] as const)(
  'C10, E-10.1010, E-10.1852: the field %s cleans the pasted text %j to %j',
  (field, pasted, kept) => {
    expect(patientFields[field].parse(pasted)).toBe(kept);
  },
);

test('C10, E-10.1010: a search and a comparison of phones find a pasted number', () => {
  const pasted = '\u202a+52\u00a055\u202f1234\u20115678\u202c';
  expect(searchWords(pasted)).toMatchObject([{ digits: '5512345678' }]);
  expect(phoneDigits(duplicateInput.parse({ phone: pasted }).phone)).toBe('5512345678');
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
