import { expect, test } from 'vitest';
import { sharedFields, toComparedFields } from './PossibleDuplicates.tsx';

test.each([
  [{ email: ' ANA@x.mx ', phone: '55 1234' }, { email: 'ANA@x.mx' }],
  [{ email: 'ana@', phone: '55 1234 5678' }, { phone: '55 1234 5678' }],
  [{ email: '', phone: '' }, {}],
])('%j is searched as %j', (typed, compared) => {
  expect(toComparedFields({ name: '', ...typed })).toEqual(compared);
});

test('E-10.1800: a form with a name searches for duplicates only if it has a CURP or a birth date too', () => {
  const typed = { name: 'Ana', email: '', phone: '', birthDate: '1990-02-28', curp: '' };
  expect(toComparedFields(typed)).toEqual({ name: 'Ana', birthDate: '1990-02-28' });
  expect(toComparedFields({ ...typed, birthDate: '' })).toEqual({});
});

test('E-10.261: the existing patient shows the matching fields, and the name if every word matches', () => {
  const found = { name: 'Héctor Hugo Gómez', matched: ['phone' as const] };
  expect(sharedFields(found, { name: 'hector gomez' })).toEqual(['name', 'phone']);
  expect(sharedFields(found, { name: 'Rosa Gómez' })).toEqual(['phone']);
  expect(sharedFields(found, { name: '' })).toEqual(['phone']);
});
