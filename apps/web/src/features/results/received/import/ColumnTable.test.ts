import { isAnalyteKey } from '@simiente/contract/results/analytes/catalogue';
import { expect, test } from 'vitest';
import { serializeColumnMap, targetOptions, unitOptions } from './ColumnTable.tsx';

const column = (heading: string, target: string | null, unit: string | null = null) => ({
  heading,
  samples: [],
  unknownUnit: null,
  order: null,
  asksOrder: false,
  target,
  unit,
});

test('E-10.585: the map has each column that is used, its unit and the decimal separator', () => {
  const columns = [
    column('ID', 'patient'),
    column('FSH', 'fsh', '[IU]/L'),
    column('Nota', null),
    column('Vol.', 'volume'),
  ];
  expect(JSON.parse(serializeColumnMap({ columns, decimal: null }))).toEqual({
    ID: 'patient',
    FSH: { analyte: 'fsh', unit: '[IU]/L' },
    'Vol.': 'volume',
  });
  expect(JSON.parse(serializeColumnMap({ columns, decimal: ',' }))).toMatchObject({ decimal: ',' });
});

test('E-10.585: a column can be any field or analyte, each offered once, without computed analytes', () => {
  const groups = targetOptions('Hormonal').flatMap((one) => ('group' in one ? [one] : []));
  expect(groups.map(({ group }) => group)).toEqual([
    'De la muestra y el paciente',
    'Analitos del estudio',
    'Otros analitos',
  ]);
  const values = groups.flatMap(({ items }) => items.map(({ value }) => value));
  expect(new Set(values).size).toBe(values.length);
  expect(groups[1]?.items.map(({ value }) => value).slice(0, 2)).toEqual(['fsh', 'lh']);
  expect(values).not.toContain('totalProgressiveMotile');
  expect(values.filter(isAnalyteKey)).toContain('totalNumber');
});

test('E-10.585: units are offered if there are several, the usual one first', () => {
  expect(
    unitOptions({ target: 'concentration', unknownUnit: null })
      .map(({ label }) => label)
      .slice(0, 2),
  ).toEqual(['La usual: ×10⁶/mL', '×10⁶/mL']);
  for (const target of ['volume', 'patient', 'colour', null]) {
    expect(unitOptions({ target, unknownUnit: null })).toEqual([]);
  }
});
