import { describe, expect, test } from 'vitest';
import { newValue, newValues } from './fields.ts';
import { findImplausibility } from './plausibility.ts';
import { checkResults } from './semen/checks.ts';

const problem = (typed: object) => newValue.safeParse(typed).error?.issues[0]?.path[0];

describe('a typed value', () => {
  test.each([
    [{ analyte: 'fsh', value: '> 5', comparator: '<' }, 'value'],
    [{ analyte: 'fsh', value: '5', text: 'No se detecta' }, 'text'],
    [{ analyte: 'fsh', value: '5', choice: 'none' }, 'choice'],
    [{ analyte: 'colour', text: 'Gris', choice: 'none' }, 'choice'],
  ])('E-10.3029: %j contradicts itself', (typed, path) => {
    expect(problem(typed)).toBe(path);
  });

  test('E-10.3029: may have equal signs, and words for zero', () => {
    expect(problem({ analyte: 'fsh', value: '> 5', comparator: '>' })).toBeUndefined();
    const zeroCount = {
      analyte: 'concentration',
      value: '0',
      text: 'No se observan espermatozoides',
    };
    expect(problem(zeroCount)).toBeUndefined();
  });

  test('E-10.3029: of one antibiotic is entered once, in any case', () => {
    const names = (one: string, other: string) =>
      newValues.safeParse([
        { analyte: 'antibiogram', name: one, choice: 'S' },
        { analyte: 'antibiogram', name: other, choice: 'R' },
      ]).success;
    expect(names('Amikacina', 'amikacina ')).toBe(false);
    expect(names('Amikacina', 'Gentamicina')).toBe(true);
  });
});

test('E-10.3030: a share that may be a fraction of one needs a confirmation', () => {
  const share = (analyte: string, value: string, comparator: '<' | null = null) =>
    findImplausibility({ analyte, comparator, value, unit: '%' });
  expect(share('progressiveMotility', '0.34')).toContain('fracción');
  for (const value of ['0', '1', '34']) expect(share('progressiveMotility', value)).toBeNull();
  expect(share('progressiveMotility', '1', '<')).toBeNull();
  expect(share('normalForms', '0.5')).toBeNull();
});

test('E-10.3030: a culture without growth has no organism, colonies or antibiogram', () => {
  const value = (analyte: string, more: object = {}) => ({
    ...{ analyte, comparator: null, value: null, unit: null },
    ...more,
  });
  const growth = (choice: string) => value('growth', { choice });
  const checks = (...values: ReturnType<typeof value>[]) =>
    checkResults({ values, collectedAt: null, analyzedAt: null, abstinenceDays: null }).map(
      ({ check }) => check,
    );
  const organism = (text: string) => value('organism', { text });
  const colonies = (comparator: '<' | null) =>
    value('colonyCount', { comparator, value: '100000', unit: 'UFC/mL' });
  expect(checks(growth('none'), organism('E. coli'))).toEqual(['culture']);
  expect(checks(growth('none'), colonies(null))).toEqual(['culture']);
  expect(checks(growth('none'), colonies('<'), organism('No se aisló'))).toEqual([]);
  expect(checks(growth('growth'), organism('E. coli'), colonies(null))).toEqual([]);
});
