import { expect, test } from 'vitest';
import { phoneChoices, readPhone, toE164 } from './phones.ts';

test('E-10.200: a number without a country code is Mexican, in any spelling', () => {
  for (const phone of [
    '33 0078 4209',
    '(33) 0078-4209',
    '+52 33 0078 4209',
    '52 3300784209',
    '+521 33 0078 4209',
    '521 3300784209',
    '0052 33 0078 4209',
    '044 33 0078 4209',
    '045 3300784209',
    '01 33 0078 4209',
    ' 33.0078.4209 ',
  ]) {
    expect(toE164(phone), phone).toBe('+523300784209');
  }
});

test('E-10.200: a number of another country keeps its code', () => {
  expect(toE164('+1 (415) 555-0132')).toBe('+14155550132');
  expect(toE164('0034 612 345 678')).toBe('+34612345678');
  expect(toE164('+506 2222 3333')).toBe('+50622223333');
});

test.each([
  ['(619) 555-0123', '6195550123'],
  ['915.555.0123', '9155550123'],
  ['956 5550123', '9565550123'],
  ['1 619 555 0123', '6195550123'],
])('E-10.1850: the country of %j is unclear', (phone, digits) => {
  expect(readPhone(phone)).toEqual({ kind: 'ambiguous', digits });
  expect(toE164(phone)).toBeUndefined();
});

test('E-10.1850: an answer about the country completes the number', () => {
  const [mexico, unitedStates] = phoneChoices('6195550123').map(({ phone }) => phone);
  expect(mexico).toBe('+52 619 555 0123');
  expect(toE164(mexico ?? '')).toBe('+526195550123');
  expect(unitedStates).toBe('+1 619 555 0123');
  expect(toE164(unitedStates ?? '')).toBe('+16195550123');
});

test.each([
  ['011 52 664 123 4567', '+526641234567'],
  ['001 (619) 555-0123', '+16195550123'],
  ['442 123 4567', '+524421234567'],
  ['81 8123 4567', '+528181234567'],
])('E-10.1850: the phone %j is %s', (phone, e164) => {
  expect(toE164(phone)).toBe(e164);
});

test.each([
  '664 123 456',
  '1 33 0078 4209',
  '+1 619 555 012',
  '+52 664 123 456',
  '34 612 345 678',
  'no tiene',
  '',
])('E-10.1850: the phone %j is incomplete', (phone) => {
  expect(readPhone(phone)).toEqual({ kind: 'incomplete' });
});
