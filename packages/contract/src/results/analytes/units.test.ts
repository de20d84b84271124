import fc from 'fast-check';
import { expect, test } from 'vitest';
import { offeredExamTypes } from '../../exams/types.ts';
import { compareDecimals, round } from '../decimal.ts';
import {
  analyteKeys,
  convertAnalyteQuantity,
  getAnalyte,
  isAnalyteKey,
  readAnalyteUnit,
} from './catalogue.ts';
import { readUnit } from './read-unit.ts';
import { getStudy, studies } from './studies.ts';
import { convert, type UnitName, unitLabel } from './units.ts';

const exact = (value: string) => ({ comparator: null, value });

test('H-B4, E-10.1015: the label of a unit with a power of ten begins with ×, also for an unknown unit', () => {
  for (const unit of ['10*6/mL', '10*3/mL', '10*6/{ejaculate}', '10*6/{urine}', '10^9/L']) {
    expect(unitLabel(unit)).toMatch(/^×10/);
  }
  expect(unitLabel('ng/mL')).toBe('ng/mL');
  expect(unitLabel('100/campo')).toBe('100/campo');
});

test('E-10.404: published pairs convert to their published values', () => {
  // 10.4 nmol/L = 300 ng/dL, with 288.43 g/mol.
  expect(convertAnalyteQuantity('testosterone', exact('10.4'), 'nmol/L', 'ng/dL')?.value).toBe(
    '299.9672',
  );
  expect(convertAnalyteQuantity('testosterone', exact('288.43'), 'ng/dL', 'nmol/L')?.value).toBe(
    '10',
  );
  for (const [key, value, from, to, expected] of [
    ['testosterone', '3', 'ng/mL', 'ng/dL', '300'],
    ['fsh', '8.9', 'mUI/mL', 'UI/L', '8.9'],
    ['tsh', '2.5', 'µUI/mL', 'mUI/L', '2.5'],
    ['freeT4', '1.2', 'ng/dL', 'pg/mL', '12'],
    ['inhibinB', '120', 'ng/L', 'pg/mL', '120'],
    ['concentration', '15000000', '/mL', '10*6/mL', '15'],
    ['leukocytes', '900', '10*3/mL', '10*6/mL', '0.9'],
    ['liquefaction', '1', 'h', 'min', '60'],
    ['prolactin', '15', 'mUI/L', 'µUI/mL', '15'],
  ] as const) {
    expect(convertAnalyteQuantity(key, exact(value), from, to)?.value, key).toBe(expected);
  }
});

test('E-10.404: arbitrary units, and molar units without a molar mass, convert only to their own kind', () => {
  expect(convertAnalyteQuantity('prolactin', exact('10'), 'mUI/L', 'ng/mL')).toBeNull();
  expect(convertAnalyteQuantity('estradiol', exact('100'), 'pmol/L', 'pg/mL')).toBeNull();
  expect(convertAnalyteQuantity('volume', exact('1'), 'mL', '%')).toBeNull();
});

test('E-10.404: a convertible value keeps its order and comparator, and converts back', () => {
  const pairs = analyteKeys.flatMap((key) => {
    const { units } = getAnalyte(key);
    return units.flatMap((from) => units.map((to) => ({ key, from, to })));
  });
  const number = fc.nat(10_000_000).map((units) => {
    const value = (units / 1000).toFixed(3).replace(/\.?0+$/, '');
    return value === '' ? '0' : value;
  });
  fc.assert(
    fc.property(fc.constantFrom(...pairs), number, number, ({ key, from, to }, one, other) => {
      const a = convertAnalyteQuantity(key, { comparator: '<', value: one }, from, to);
      const b = convertAnalyteQuantity(key, exact(other), from, to);
      if (a === null || b === null) return;
      expect(a.comparator).toBe('<');
      // Rounding to 12 decimals may make two equal, but never reverses them.
      const order = compareDecimals(one, other);
      expect([order, 0]).toContain(Math.sign(compareDecimals(a.value, b.value)));
      const backwards = convert(a.value, to, from, getAnalyte(key).molarFactor);
      expect(backwards && round(backwards, 3)).toBe(one);
    }),
  );
});

test('E-10.404: units are read in the spellings of laboratories', () => {
  const read = (text: string, key: Parameters<typeof readAnalyteUnit>[0]) =>
    readAnalyteUnit(key, text);
  expect(read('mIU/mL', 'fsh')).toBe('mUI/mL');
  expect(read('m[IU]/mL', 'fsh')).toBe('mUI/mL');
  expect(read('IU/L', 'lh')).toBe('UI/L');
  expect(read('uIU/mL', 'tsh')).toBe('µUI/mL');
  expect(read('μUI/mL', 'tsh')).toBe('µUI/mL');
  expect(read('10^6 / mL', 'concentration')).toBe('10*6/mL');
  expect(read('x 10⁶/mL', 'concentration')).toBe('10*6/mL');
  expect(read('Millones/mL', 'concentration')).toBe('10*6/mL');
  expect(read('10*6', 'totalNumber')).toBe('10*6/{ejaculate}');
  expect(read('NG/DL', 'testosterone')).toBe('ng/dL');
  expect(read('nmol/l', 'testosterone')).toBe('nmol/L');
  expect(read('furlong', 'volume')).toBeNull();
});

test('E-10.405: the units of an analyte are distinguishable', () => {
  for (const key of analyteKeys) {
    const { units } = getAnalyte(key);
    for (const unit of units) expect(readUnit(unit, units), `${key} ${unit}`).toBe(unit);
    const labels = units.map((unit: UnitName) => readUnit(unit.toUpperCase(), units));
    expect(new Set(labels).size, key).toBe(units.length);
  }
});

test('E-10.404: an unknown unit converts to no other unit', () => {
  for (const unknown of ['mg', 'constructor', ''] as never[]) {
    expect(convert('1', unknown, 'mL')).toBeNull();
    expect(convert('1', 'mL', unknown)).toBeNull();
    expect(convert('1', unknown, unknown)).toBeNull();
  }
});

/** The codes, typed a second time from the LOINC table. */
const loincs = `colour 10569-2; liquefaction 10580-9; volume 3160-9; concentration 9780-8; progressiveMotility
14194-5; rapidMotility 10624-5; slowMotility 10626-0; nonProgressiveMotility 10620-3; immotile 10611-2;
totalMotility 6800-7; vitality 10613-8; normalForms 10622-9; headDefects 10602-1; midpieceDefects 10603-9;
tailDefects 10604-7; cytoplasmicDroplets 10608-8; teratozoospermiaIndex 68910-9; leukocytes 10579-1; roundCells
10585-8; agglutination 10605-4; marIgG 10617-9; marIgA 10615-3; fsh 15067-2; lh 10501-5; testosterone 2986-8;
freeTestosterone 2991-8; prolactin 2842-3; estradiol 2243-4; shbg 13967-5; dheaS 2191-5; inhibinB 34319-4; tsh
3016-3; freeT4 3024-7; totalT4 3026-2; freeT3 3051-0; totalT3 3053-6; hba1c 4548-4; fructose 10574-2; zinc
10633-6; citrate 10567-6; glucosidase 10577-5; karyotype 29770-5; azfA 35456-3; azfB 35456-3; azfC 35456-3;
urineSpermCount 8248-7`;

test('E-10.405: codes match the table, and an analyte without a code sends none', () => {
  const expected = Object.fromEntries(
    loincs.split(';').map((pair) => pair.trim().split(/\s+/) as [string, string]),
  );
  const coded = analyteKeys.flatMap((key) => {
    const { loinc } = getAnalyte(key);
    return loinc === null ? [] : [[key, loinc] as const];
  });
  expect(Object.fromEntries(coded)).toEqual(expected);
});

test('E-10.405: the fields of a study exist and can be entered, and an unknown type has no fields', () => {
  for (const type of Object.keys(studies)) {
    expect(offeredExamTypes).toContain(type);
    const { fields } = getStudy(type);
    expect(new Set(fields).size, type).toBe(fields.length);
    for (const key of fields) {
      expect(isAnalyteKey(key), key).toBe(true);
      expect(getAnalyte(key).isDerived, key).toBeUndefined();
    }
  }
  expect(getStudy('Biometría hemática').fields).toEqual([]);
  expect(getStudy('constructor').fields).toEqual([]);
});
