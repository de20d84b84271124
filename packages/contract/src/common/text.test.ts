import fc from 'fast-check';
import { expect, test } from 'vitest';
import { storableText } from './text.ts';

const text = storableText(200);
/** Includes half characters, and NUL more often than by chance. */
const utf16Unit = fc.oneof(
  fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)),
  fc.constantFrom('\0', 'ñ', '😀'),
);

test.each([
  '',
  'Núñez',
  '👨‍👩‍👧',
  '<b>%_\\\'"; drop table patients --',
  'línea\nlínea',
  'a'.repeat(200),
])('the text %j can be stored', (value) => {
  expect(text.parse(value)).toBe(value);
});

test.each([
  ['NUL', 'a\u0000b'],
  ['half a character', 'a\ud83d'],
  ['the other half', '\udc68a'],
  ['halves the wrong way round', '\udc68\ud83d'],
  ['more than the limit', 'a'.repeat(201)],
])('%s is rejected in Spanish', (_, value) => {
  const { success, error } = text.safeParse(value);
  expect(success).toBe(false);
  expect(error?.issues).toHaveLength(1);
});

test('accepted text survives UTF-8 unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: utf16Unit, maxLength: 220 }), (value) => {
      if (!text.safeParse(value).success) return;
      expect(Buffer.from(value, 'utf8').toString('utf8')).toBe(value);
      expect(value).not.toContain('\u0000');
    }),
    { numRuns: 1000 },
  );
});
