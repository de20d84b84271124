import { expect, test } from 'vitest';
import { contactOf } from './use-duplicates.ts';

test.each([
  [{ email: ' ANA@x.mx ', phone: '55 1234' }, { email: 'ANA@x.mx' }],
  [{ email: 'ana@', phone: '55 1234 5678' }, { phone: '55 1234 5678' }],
  [{ email: '', phone: '' }, {}],
])('%j is looked for as %j', (typed, contact) => {
  expect(contactOf({ name: '', ...typed })).toEqual(contact);
});
