import { describe, expect, test } from 'vitest';
import { defaultPeriodIn, periodSearch, toPeriodFilter, toPeriodSearch } from './period.ts';
import { describePeriod, shortSpan } from './period-words.ts';

const readPeriodSearch = (search: object) => periodSearch.route.validateSearch(search as never);
const usual = { start: '2026-08-03', end: '2026-11-01' };

describe('the period in a URL', () => {
  test('reads days and a laboratory from the URL', () => {
    const search = { desde: '2026-01-01', hasta: '2026-01-31', laboratorio: 'lab' };
    expect(readPeriodSearch(search)).toEqual(search);
    const filter = toPeriodFilter(search, usual);
    expect(filter).toEqual({ start: '2026-01-01', end: '2026-01-31', laboratory: 'lab' });
    expect(toPeriodSearch(filter)).toEqual(search);
  });

  test.each([
    [{ desde: '2026-02-01', hasta: '2026-01-01' }],
    [{ desde: '2001-01-01', hasta: '2026-01-01' }],
    [{ desde: 'ayer', hasta: '2026-02-30' }],
    [{ desde: ['2026-01-01'], hasta: { a: 1 } }],
    [{ desde: 20_260_101, hasta: true, laboratorio: null }],
    [{ laboratorio: 'con espacio' }],
    [{ desde: '0001-01-01', hasta: '+275760-09-13' }],
    [{ laboratorio: '' }],
    [{ laboratorio: { id: 1 } }],
    [{ laboratorio: '..' }],
    [{ laboratorio: 'x'.repeat(200) }],
  ])('E-10.69: %j is treated as missing', (search) => {
    const read = readPeriodSearch(search);
    expect(Object.entries(read)).toEqual([
      ['desde', undefined],
      ['hasta', undefined],
      ['laboratorio', undefined],
    ]);
    expect(toPeriodFilter(read, usual)).toEqual({ ...usual, laboratory: undefined });
  });

  test('reads an id of digits as text', () => {
    expect(readPeriodSearch({ laboratorio: 123 }).laboratorio).toBe('123');
  });

  test('completes a missing day with the default end or the default length', () => {
    expect(toPeriodFilter({ desde: '2026-10-01' }, usual)).toMatchObject({
      start: '2026-10-01',
      end: usual.end,
    });
    expect(toPeriodFilter({ hasta: '2026-04-01' }, usual)).toMatchObject({
      start: '2026-01-01',
      end: '2026-04-01',
    });
    // A start after the default end is invalid, so the default period applies.
    expect(toPeriodFilter({ desde: '2027-01-01' }, usual)).toMatchObject(usual);
  });
});

test('the default period is the thirteen weeks that end today in the clinic', () => {
  const now = new Date('2026-11-02T05:00:00Z');
  expect(defaultPeriodIn('America/Mexico_City', now)).toEqual(usual);
  expect(defaultPeriodIn('UTC', now)).toEqual({ start: '2026-08-04', end: '2026-11-02' });
});

test.each([
  ['2026-08-03', '2026-11-01', 'del 3 de agosto al 1 de noviembre de 2026'],
  ['2025-12-31', '2026-01-01', 'del 31 de diciembre de 2025 al 1 de enero de 2026'],
  ['2026-11-01', '2026-11-30', 'del 1 al 30 de noviembre de 2026'],
  ['2026-11-01', '2026-11-01', 'del 1 de noviembre de 2026'],
])('the period from %s to %s reads %j', (start, end, words) => {
  expect(describePeriod({ start, end })).toBe(words);
});

test.each([
  ['2026-08-03', '2026-08-09', '3–9 ago'],
  ['2026-08-31', '2026-09-06', '31 ago–6 sep'],
  ['2026-12-28', '2027-01-03', '28 dic 2026–3 ene 2027'],
  ['2026-11-01', '2026-11-01', '1 nov'],
])('the week from %s to %s reads %j', (start, end, words) => {
  expect(shortSpan({ start, end })).toBe(words);
});
