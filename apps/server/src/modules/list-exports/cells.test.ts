import { escapeFormula } from '@simiente/contract/format/spreadsheet-text';
import { describe, expect, test } from 'vitest';
import { addTimeZone, toTimeCell } from './public.ts';

describe('T-E6: a text that a spreadsheet would compute', () => {
  test.each([
    '=1+1',
    '=HYPERLINK("http://x.example","ver")',
    "=cmd|' /C calc'!A0",
    '+1',
    '-1',
    '-2+3+cmd|x!A0',
    '@SUM(A1:A9)',
    '\tAna',
    '\rAna',
    ' =1+1',
    '\u00a0 =1+1',
    '\u200b=1+1',
    '\ufeff=1+1',
    '\u202e=1+1',
    '"=1+1',
    '""=1+1',
    "'=1+1",
    '" =1+1',
    '«=1+1',
    '＝1+1',
    '＋1',
    '－1',
    '＠x',
  ])('E-10.136: %j gets an apostrophe, so that spreadsheets show it as text', (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`);
  });

  test.each([
    ['Ana;=1+1', "Ana;'=1+1"],
    ['\t=1+1', "'\t'=1+1"],
    ['\r=1+1', "'\r'=1+1"],
    ['\n=1+1', "'\n'=1+1"],
    ['Ana;\t =cmd|x!A0;+1', "Ana;\t '=cmd|x!A0;'+1"],
    ['Ana\t@SUM(1)', "Ana\t'@SUM(1)"],
    ['dos\r\n-1', "dos\r\n'-1"],
    ['dos\n"=1+1"', `dos\n"'=1+1"`],
    ['Ana;＝1', "Ana;'＝1"],
    ['=1;=2', "'=1;'=2"],
  ])('%j is escaped only where another separator would start a cell', (text, safe) => {
    expect(escapeFormula(text)).toBe(safe);
  });

  test('E-10.136: a phone stays readable, and does not become a number', () => {
    expect(escapeFormula('+52 55 1234 5678')).toBe("'+52 55 1234 5678");
    expect(escapeFormula('55 1234 5678')).toBe('55 1234 5678');
  });

  test.each([
    'Ana',
    'Ana = Eva',
    'a@b.mx',
    'x-y',
    "O'Hara",
    '',
    ' Ana',
    '"Ana"',
    '1+1',
    '¿=?',
    '#N/A',
    'Ana; Eva - y Luis',
    'dos\nlíneas',
  ])('%j is left unchanged', (text) => {
    expect(escapeFormula(text)).toBe(text);
  });
});

describe('a time in a CSV', () => {
  test('is in the zone of the clinic, in the format of spreadsheets', () => {
    expect(toTimeCell('2026-10-12T15:42:10.999Z', 'America/Mexico_City')).toEqual({
      date: '2026-10-12',
      time: '09:42',
    });
    expect(toTimeCell(new Date('2026-01-01T00:00:00Z'), 'UTC')).toEqual({
      date: '2026-01-01',
      time: '00:00',
    });
    expect(toTimeCell('2026-01-01T05:59:59Z', 'America/Mexico_City')).toEqual({
      date: '2025-12-31',
      time: '23:59',
    });
  });

  test('is an empty cell if it is missing', () => {
    expect(toTimeCell(null, 'UTC')).toBeNull();
  });

  test('names its zone in the column’s title', () => {
    expect(addTimeZone('Último acceso', 'America/Mexico_City')).toBe(
      'Último acceso (hora de Ciudad de México)',
    );
    expect(addTimeZone('Cuándo', 'UTC')).toBe('Cuándo (UTC)');
  });
});
