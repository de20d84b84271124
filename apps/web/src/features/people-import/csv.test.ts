import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test('E-10.1765: the CSV of rejected rows runs no formula in Excel, and phones keep their sign', () => {
  const row = [
    '=HYPERLINK("x")',
    '@sum',
    '-cmd',
    '+52 33 0078 4209',
    'Ruiz, Ana',
    'a\nb',
    "+1+cmd|'/C x'!A0",
    ' =1',
    '－1',
  ];
  expect(toCsv([row])).toBe(
    `\uFEFF"'=HYPERLINK(""x"")",'@sum,'-cmd,+52 33 0078 4209,"Ruiz, Ana","a\nb",'+1+cmd|'/C x'!A0,' =1,'－1\r\n`,
  );
});
