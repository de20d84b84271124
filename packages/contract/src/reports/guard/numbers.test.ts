import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readNumbers } from './numbers.ts';
import { plainText } from './plain-text.ts';

const read = (text: string) =>
  readNumbers(plainText(text)).map(({ readings }) => readings.map(({ value }) => value));

test.each([
  ['2.1', ['2.1']],
  ['2,10', ['2.1']],
  ['1,200', ['1200', '1.2']],
  ['1.200', ['1.2', '1200']],
  ['15 000 000', ['15000000']],
  ['15.000.000', ['15000000']],
  ['1,234.5', ['1234.5']],
  ['1.234,5', ['1234.5']],
  ['0.250', ['0.25']],
])('«%s» is read as its number', (written, values) => {
  expect(read(`Son ${written}.`)).toEqual([values]);
});

test.each(['12/10/2026', '10:30', '6.ª', '5º', 'T4', 'B12', 'x10', '46,XY', '± 2'])(
  '«%s» has no number',
  (written) => {
    expect(
      read(`Es ${written} `)
        .flat()
        .filter((value) => value !== '2026'),
    ).toEqual([]);
  },
);

test('the plain text has the length of the original', () => {
  const pieces = fc.constantFrom(
    '**',
    '&mdash;',
    '&ge;',
    '<b>',
    '【1:2†x】',
    '- ',
    '\n',
    'É',
    'ñ',
    'İ',
    '⁶',
    '👩‍⚕️',
    '1. ',
    '[a](b)',
    '×',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: 'grapheme' }))), (parts) => {
      const text = parts.join('');
      expect(plainText(text)).toHaveLength(text.length);
    }),
  );
});
