import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasHiddenCharacters, normalCase, storableText } from './text.ts';

const text = storableText(200);
/** Any UTF-16 unit, lone surrogates included, and NUL more often than by chance. */
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
  ['a high surrogate alone', 'a\ud83d'],
  ['a low surrogate alone', '\udc68a'],
  ['surrogates in the wrong order', '\udc68\ud83d'],
  ['more characters than the limit', 'a'.repeat(201)],
])('a text with %s is rejected', (_, value) => {
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

test.each([
  ['JOSÉ MARÍA DE LA PEÑA Y RUIZ', 'José María de la Peña y Ruiz'],
  ["O'DONOGHUE-LÓPEZ ANA", "O'Donoghue-López Ana"],
  ['ana ruiz', 'Ana Ruiz'],
  ['DE LA TORRE LUZ', 'De la Torre Luz'],
  ['CHER', 'Cher'],
  ['Ana Ruiz', undefined],
  ['McDonald', undefined],
  ['李 小龙', undefined],
])('E-10.1852: the normal case of the name %j is %j', (name, offered) => {
  expect(normalCase(name)).toBe(offered);
});

test('E-10.1852: controls and direction marks are removed, and accents, emoji and spaces are not', () => {
  for (const text of ['Ana\u202e', 'Ana\u200bRuiz', 'Ana\u0007Ruiz']) {
    expect(hasHiddenCharacters(text), text).toBe(true);
  }
  for (const text of ['Ána Núñez ', 'Ana\u00a0Ruiz', '👩‍⚕️ Sofía']) {
    expect(hasHiddenCharacters(text), text).toBe(false);
  }
});
