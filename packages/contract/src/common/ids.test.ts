import { expect, test } from 'vitest';
import { isRecordId } from './id-text.ts';
import { recordId } from './ids.ts';

/** The URL of a screen is parsed without the schemas, which only calls need. */
test.each([
  ['usr_1', true],
  ['a.b:c@d-e_f', true],
  ['x'.repeat(128), true],
  ['x'.repeat(129), false],
  ['', false],
  ['.', false],
  ['..', false],
  ['__proto__', false],
  ['constructor', false],
  ['prototype', false],
  ['__proto__1', true],
  ['a b', false],
  ['a/b', false],
  ['ñ', false],
  [12, false],
  [undefined, false],
])('%s is an id for an address as for a call: %s', (value, expected) => {
  expect(isRecordId(value)).toBe(expected);
  expect(recordId.safeParse(value).success).toBe(expected);
});
