import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AnalyteKey, getAnalyte } from '../analytes/catalogue.ts';
import type { MeasuredValue } from '../values.ts';
import type { CheckedSet, CheckKey } from './check.ts';
import { checkResults } from './checks.ts';
import { derivedValues } from './derived.ts';
import { suggestWords } from './suggestions.ts';

const values = (typed: Partial<Record<AnalyteKey, string>>): MeasuredValue[] =>
  Object.entries(typed).map(([analyte, written]) => {
    const comparator = written.startsWith('<') ? '<' : null;
    const about = getAnalyte(analyte as AnalyteKey);
    if (about.kind === 'choice') {
      return { analyte, comparator, value: null, unit: null, choice: written };
    }
    return { analyte, comparator, value: written.replace('<', ''), unit: about.units[0] ?? null };
  });

const set = (typed: Partial<Record<AnalyteKey, string>>, more: Partial<CheckedSet> = {}) => ({
  values: values(typed),
  collectedAt: null,
  analyzedAt: null,
  abstinenceDays: null,
  ...more,
});
const findChecks = (check: CheckKey, ...setFacts: Parameters<typeof set>) =>
  checkResults(set(...setFacts)).find((fact) => fact.check === check);

test('E-10.410: motility adds up to 100, within one for rounding', () => {
  const motility = { progressiveMotility: '34', nonProgressiveMotility: '11' };
  expect(findChecks('motilitySum', { ...motility, immotile: '55' })).toMatchObject({
    level: 'ok',
    message: 'PR 34 + NP 11 + IM 55 = 100 %.',
  });
  for (const immotile of ['54', '56']) {
    expect(findChecks('motilitySum', { ...motility, immotile })?.level).toBe('ok');
  }
  for (const immotile of ['53.9', '56.1']) {
    expect(findChecks('motilitySum', { ...motility, immotile })?.level).toBe('warning');
  }
  expect(findChecks('motilitySum', motility)).toBeUndefined();
  expect(findChecks('motilitySum', { ...motility, immotile: '<60' })).toBeUndefined();
  expect(
    findChecks('progressiveSum', { ...motility, rapidMotility: '20', slowMotility: '10' })?.message,
  ).toBe('a 20 + b 10 suman 30 %, y la progresiva es 34 %. Revisa el reporte del laboratorio.');
  expect(
    findChecks('progressiveSum', { ...motility, rapidMotility: '20', slowMotility: '14' }),
  ).toBeUndefined();
  expect(findChecks('totalMotilitySum', { ...motility, totalMotility: '48' })?.level).toBe(
    'warning',
  );
});

test('E-10.410: a total is concentration by volume, within printed rounding', () => {
  const measured = { concentration: '14', volume: '2.1' };
  expect(findChecks('total', { ...measured, totalNumber: '24.9' })).toMatchObject({
    level: 'warning',
    message:
      'El total escrito es 24.9; 14 × 2.1 da 29.4 millones. Revisa el reporte del laboratorio.',
  });
  expect(findChecks('total', { ...measured, totalNumber: '29.4' })).toBeUndefined();
  expect(findChecks('total', { ...measured, totalNumber: '29' })).toBeUndefined();
});

test('E-10.410: forms are checked against their defects, and the index against both', () => {
  expect(findChecks('defects', { normalForms: '10', headDefects: '95' })?.message).toMatch(
    /95 %.*90 %/,
  );
  const defects = {
    headDefects: '20',
    midpieceDefects: '10',
    tailDefects: '5',
    cytoplasmicDroplets: '1',
  };
  expect(findChecks('defects', { normalForms: '10', ...defects })?.message).toMatch(/36 %.*90 %/);
  expect(findChecks('defects', { normalForms: '64', ...defects })).toBeUndefined();
  expect(findChecks('defects', { normalForms: '103' })).toBeUndefined();
  const indexed = {
    normalForms: '10',
    headDefects: '90',
    midpieceDefects: '20',
    tailDefects: '20',
    cytoplasmicDroplets: '5',
  };
  expect(findChecks('index', { ...indexed, teratozoospermiaIndex: '1.5' })).toBeUndefined();
  expect(findChecks('index', { ...indexed, teratozoospermiaIndex: '1.8' })?.message).toMatch(
    /1.8.*1.5/,
  );
});

test('E-10.410: none seen requires the pellet', () => {
  expect(findChecks('noneSeen', { concentration: '0' })?.level).toBe('warning');
  expect(findChecks('noneSeen', { concentration: '0', pellet: 'none' })).toBeUndefined();
  expect(findChecks('noneSeen', { concentration: '1' })).toBeUndefined();
});

test('E-10.409, E-10.410: two counts agree within their sampling error, or need another count', () => {
  expect(findChecks('counts', { firstCount: '200', secondCount: '245' })).toMatchObject({
    level: 'warning',
    message:
      'Las dos cuentas difieren en 45; entre 445 espermatozoides la diferencia máxima es 41. Cuenta de nuevo.',
  });
  expect(findChecks('counts', { firstCount: '200', secondCount: '239' })).toMatchObject({
    level: 'ok',
    message:
      'Las dos cuentas concuerdan; con 439 espermatozoides contados, el error de muestreo es 4.8 %.',
  });
  expect(findChecks('counts', { firstCount: '0', secondCount: '0' })).toBeUndefined();
  expect(findChecks('counts', { firstCount: '200' })).toBeUndefined();
});

test('E-10.410: a late analysis and an abstinence outside of 2 to 7 days are reported', () => {
  const times = (analyzedAt: string) => ({ collectedAt: '2026-10-12T14:40:00.000Z', analyzedAt });
  const motility = { progressiveMotility: '34' };
  expect(findChecks('lateAnalysis', motility, times('2026-10-12T15:40:00.000Z'))).toBeUndefined();
  expect(findChecks('lateAnalysis', motility, times('2026-10-12T15:41:00.000Z'))?.message).toMatch(
    /61 min/,
  );
  expect(findChecks('lateAnalysis', {}, times('2026-10-12T14:00:00.000Z'))?.message).toMatch(
    /anterior/,
  );
  for (const abstinenceDays of ['1', '1.9', '7.5', '0']) {
    expect(findChecks('abstinence', {}, { abstinenceDays })?.level, abstinenceDays).toBe('warning');
  }
  for (const abstinenceDays of ['2', '7', '3.5']) {
    expect(findChecks('abstinence', {}, { abstinenceDays }), abstinenceDays).toBeUndefined();
  }
});

test('E-10.410: a value a hundred times away from all others must be typed twice', () => {
  const byAnalyte = (...typed: Record<string, string>[]) =>
    Map.groupBy(typed.flatMap(values), ({ analyte }) => analyte);
  const others = byAnalyte({ concentration: '14' });
  expect(findChecks('farValue', { concentration: '1400' }, { others })?.level).toBe('again');
  expect(findChecks('farValue', { concentration: '0.14' }, { others })?.level).toBe('again');
  expect(findChecks('farValue', { concentration: '1399' }, { others })).toBeUndefined();
  expect(findChecks('farValue', { concentration: '1400' }, {})).toBeUndefined();
  const both = byAnalyte({ concentration: '14' }, { concentration: '900' });
  expect(findChecks('farValue', { concentration: '1400' }, { others: both })).toBeUndefined();
});

test('E-10.411: total motility follows from a + b if PR was not reported', () => {
  const derived = derivedValues(
    values({ rapidMotility: '20', slowMotility: '14', nonProgressiveMotility: '11' }),
  );
  expect(derived).toMatchObject([
    { analyte: 'progressiveMotility', value: '34' },
    { analyte: 'totalMotility', value: '45', formula: 'PR 34 % + NP 11 %' },
  ]);
});

test('E-10.411: a value that was not reported is derived, with its formula', () => {
  const derived = derivedValues(
    values({
      volume: '2.1',
      concentration: '14',
      progressiveMotility: '34',
      nonProgressiveMotility: '11',
      normalForms: '3',
      headDefects: '90',
      midpieceDefects: '40',
      tailDefects: '30',
      cytoplasmicDroplets: '4',
    }),
  );
  expect(derived).toMatchObject([
    { analyte: 'totalNumber', value: '29.4', unit: '10*6/{ejaculate}' },
    { analyte: 'totalMotility', value: '45', unit: '%' },
    { analyte: 'teratozoospermiaIndex', value: '1.69', unit: '1' },
    {
      analyte: 'totalProgressiveMotile',
      value: '9.996',
      formula: '2.1 mL × 14 ×10⁶/mL × 34 % (PR)',
    },
  ]);
  expect(derivedValues(values({ volume: '2', concentration: '5', totalNumber: '11' }))).toEqual([]);
  expect(derivedValues(values({ volume: '2', concentration: '<5' }))).toEqual([]);
  expect(derivedValues(values({ volume: '3', zinc: '1.5', glucosidase: '20' }))).toMatchObject([
    { analyte: 'zincPerEjaculate', value: '4.5' },
    { analyte: 'glucosidasePerEjaculate', value: '60' },
  ]);
});

const words = (typed: Partial<Record<AnalyteKey, string>>, edition: 5 | 6 | null = null) =>
  suggestWords(values(typed), edition).map(({ word }) => word);

test('E-10.412: words are suggested with their rule, and combined if possible', () => {
  const man = {
    concentration: '14',
    totalNumber: '29.4',
    normalForms: '3',
    progressiveMotility: '34',
  };
  expect(suggestWords(values(man), null)).toEqual([
    {
      word: 'oligoteratozoospermia',
      rule: 'concentración 14 ×10⁶/mL, por debajo del percentil 5 (16); número total 29.4 ×10⁶ por eyaculado, por debajo del percentil 5 (39); formas normales 3 %, por debajo del percentil 5 (4)',
    },
  ]);
  expect(words({ ...man, progressiveMotility: '20' })).toEqual(['oligoastenoteratozoospermia']);
  expect(words({ concentration: '15.5' })).toEqual(['oligozoospermia']);
  expect(words({ concentration: '15.5' }, 5)).toEqual([]);
  expect(words({ vitality: '50', volume: '1', leukocytes: '1' })).toEqual([
    'necrozoospermia',
    'leucocitospermia',
    'hipospermia',
  ]);
  expect(words({ leukocytes: '<1' })).toEqual([]);
  expect(words({ concentration: '66' })).toEqual([]);
});

test('E-10.482: words are suggested from derived values too', () => {
  expect(suggestWords(values({ concentration: '20', volume: '1.5' }), null)).toEqual([
    {
      word: 'oligozoospermia',
      rule: 'número total 30 ×10⁶ por eyaculado, por debajo del percentil 5 (39)',
    },
  ]);
  expect(words({ rapidMotility: '10', slowMotility: '12' })).toEqual(['astenozoospermia']);
  expect(words({ progressiveMotility: '31', nonProgressiveMotility: '5' })).toEqual([
    'astenozoospermia',
  ]);
  // A reported value takes precedence over a derived one.
  expect(words({ concentration: '20', volume: '1.5', totalNumber: '40' })).toEqual([]);
});

test('E-10.412: zero seen does not mean azoospermia before a pellet was examined', () => {
  expect(words({ concentration: '0' })).toEqual([]);
  expect(words({ concentration: '0', pellet: 'none' })).toEqual(['azoospermia']);
  expect(words({ concentration: '0', pellet: 'seen' })).toEqual(['criptozoospermia']);
});

describe('generated motilities', () => {
  test('E-10.410: add up exactly from 99 to 101', () => {
    const part = fc.nat(1000).map((tenths) => tenths);
    fc.assert(
      fc.property(part, part, part, (progressive, other, immotile) => {
        const text = (tenths: number) => String(tenths / 10);
        const check = findChecks('motilitySum', {
          progressiveMotility: text(progressive),
          nonProgressiveMotility: text(other),
          immotile: text(immotile),
        });
        const sum = progressive + other + immotile;
        expect(check?.level).toBe(sum >= 990 && sum <= 1010 ? 'ok' : 'warning');
      }),
    );
  });
});

test('H-B1, E-10.2358: a zero beside another count does not mean that none were seen', () => {
  const one = { volume: '3', concentration: '5', totalNumber: '0' };
  expect(checkResults(set(one)).map(({ check }) => check)).toEqual(['total']);
  expect(findChecks('noneSeen', { ...one, concentration: '0' })?.level).toBe('warning');
});
