import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readValue } from '../fields.ts';
import { analyteKeys, convertAnalyteQuantity, getAnalyte, readAnalyteUnit } from './catalogue.ts';
import { namesUnit, readUnit } from './read-unit.ts';
import { type UnitName, units } from './units.ts';

/** Spellings of each unit in laboratories. */
const writtenForms: Partial<Record<UnitName, string>> = {
  mL: 'mL|ml|ML|ml.|cc|c.c.|cm3|cm³|mililitros|mls',
  '10*6/mL':
    '10^6/mL|10⁶/mL|×10⁶/mL|x10⁶/ml|x 10^6 / mL|10*6/mL|10**6/mL|10E6/mL|x10e6/mL|x10e06/mL|1e6/mL|1E+06/mL|E6/ml|10 6/mL|x106/mL|x 10 6 /ml|X10(6)/ML|10\\S\\6/mL|Mill./mL|mill/mL|Mill/cc|mill/cc|mill./cm3|millones/mL|millones por mL|Millones por mililitro|millones por cada ml|millones de espermatozoides/mL|millones de espermatozoides por mililitro|millones de spz/ml|mill. esp./mL|M/mL|MM/mL|M de spz/mL|millón/ml|million/mL|millions/mL|mio/mL|10*6.{cells}/mL|10*6{spermatozoa}/mL|10^6 células/mL|10^6 spz/mL|millones x mL|mill. x cc|mill p/ml|10ˆ6/mL|10 a la 6/mL|mill/mL de semen|(10^6/mL)|1,000,000/mL|x1000000/mL|10^9/L|10*9/L|10^3/µL|x10^3/uL|10^3/mm3|10⁶∕㎖',
  '10*3/mL':
    '10^3/mL|10³/mL|x10³/ml|x10e3/mL|x103/mL|miles/mL|miles por mL|k/mL|1000/mL|10*6/L|/µL|/mm3|cel/mm³|células/µL',
  '/mL':
    '/mL|1/mL|por mL|células/mL|cel/ml|cél./mL|leucocitos/mL|espermatozoides/mL|{cells}/mL|leu/ml|10^3/L',
  '10*6/{ejaculate}':
    '10^6/eyaculado|10⁶/eyaculado|×10⁶ por eyaculado|x10^6/eyaculado|millones/eyaculado|millones por eyaculado|Mill./eyac.|10*6/{ejaculate}|millones de espermatozoides por eyaculado|millones por muestra|10^6/ejaculate|10*6/{ejac}',
  '10*6/{urine}': '10^6/orina|×10⁶ por orina|millones por orina|10*6/{urine}',
  '%': '%|％|por ciento|porciento|por 100|por cien|porcentaje|pct|percent|(%)',
  'mUI/mL':
    'mUI/mL|mIU/mL|mUI/ml|MUI/ML|mU/mL|m[IU]/mL|mUI por mL|miliunidades internacionales por mililitro|mUI/cc|miliUI/mL|mili UI/mL',
  'UI/L': 'UI/L|IU/L|U/L|[IU]/L|UI/lt|unidades internacionales por litro',
  'mUI/L': 'mUI/L|mIU/L|mU/L|m[IU]/L',
  'µUI/mL': 'µUI/mL|uUI/mL|μIU/mL|uIU/mL|mcUI/mL|microUI/mL|u[IU]/mL|µU/mL|microunidades por mL',
  'ng/dL': 'ng/dL|NG/DL|ng/dl|ng/100 mL|ng/100ml|ng%|nanogramos por decilitro|ng por dL',
  'ng/mL': 'ng/mL|ug/L|µg/L|mcg/L|nanogramos/mL|nanogramos por mililitro',
  'ng/L': 'ng/L|ng/lt',
  'pg/mL': 'pg/mL|PG/ML|picogramos/mL|picogramos por mililitro|pg por ml',
  'µg/dL': 'µg/dL|ug/dL|mcg/dL|μg/dl|microgramos por decilitro|ug/100 ml|µg%',
  'µg/mL': 'µg/mL|ug/mL|mcg/mL|mg/L',
  'mg/dL': 'mg/dL|mg/100 mL|mg%|miligramos por decilitro|mgr/dL',
  'mg/mL': 'mg/mL|g/L|miligramos/mL',
  'nmol/L': 'nmol/L|nmol/l|nanomoles por litro|pmol/mL',
  'pmol/L': 'pmol/L|picomoles/L',
  'µmol/L': 'µmol/L|umol/L|micromol/L|mcmol/L',
  'mmol/L': 'mmol/L|milimoles por litro',
  'µmol/mL': 'µmol/mL|umol/mL|micromoles/mL',
  'mU/mL': 'mU/mL|U/L|miliunidades/mL',
  min: 'min|min.|minutos|minuto|mins',
  h: 'h|hr|hrs|hrs.|horas|hora',
  'UFC/mL': 'UFC/mL|CFU/mL|[CFU]/mL|UFC por mL|colonias/mL|ufc/cc|UFC/mL de orina',
  pH: 'pH|[pH]|unidades de pH|u. de pH',
  '1': '1|índice|{ratio}',
};
const forms = Object.entries(writtenForms).flatMap(([unit, written = '']) =>
  written.split('|').map((one) => ({ unit: unit as UnitName, written: one })),
);
const measures = (unit: UnitName) => `${units[unit].dimension} ${units[unit].factor}`;
const isSame = (one: UnitName, other: UnitName) =>
  one === other || (measures(one) === measures(other) && units[one].dimension !== 'none');

const entered = analyteKeys.filter((key) => {
  const { kind, isDerived } = getAnalyte(key);
  return kind === 'number' && isDerived === undefined;
});

test('H-A7, E-10.1300: a value is the same physical amount in every unit and spelling of every analyte', () => {
  const cases = entered.flatMap((key) => forms.map((form) => ({ key, ...form })));
  fc.assert(
    fc.property(fc.nat(100), (amount) => {
      const value = String(amount / 10);
      // An assertion for each of the thousands of cases would take most of the time.
      const faults = cases.filter(({ key, unit, written }) => {
        const among = getAnalyte(key).units;
        const [usual = '1'] = among;
        const read = readValue({ analyte: key, value, unit: written });
        const meant = among.find((one) => isSame(one, unit));
        if (!('value' in read)) return meant !== undefined || read.problem.path !== 'unit';
        if (meant === undefined) return true;
        const stored = { comparator: null, value: read.value.value ?? '' };
        return !isDeepStrictEqual(
          convertAnalyteQuantity(key, stored, read.value.unit as UnitName, usual),
          convertAnalyteQuantity(key, { comparator: null, value }, meant, usual),
        );
      });
      expect(faults).toEqual([]);
    }),
    { numRuns: 10 },
  );
});

test.each([
  'mil/mL',
  '{10^6}/mL',
  '{millones}/mL',
  'mill/campo',
  'por campo',
  '10^5/mL',
  '10^6/mm',
  '10',
  '6/mL',
  'miles de millones/mL',
  'millones de espermatozoides móviles/mL',
  'mmol/mol',
  '‰',
  '%/mL',
  'ng',
  'ng/kg',
  'dL',
  'x'.repeat(10_000),
])('H-A7, E-10.1300: %s is not a unit of any number', (written) => {
  for (const key of entered) expect(readAnalyteUnit(key, written), key).toBeNull();
});

test('H-A7, E-10.1300: a known unit is recognised in every form, and an unknown one is kept as written', () => {
  expect(forms.filter(({ unit, written }) => !namesUnit(written, unit))).toEqual([]);
  for (const total of ['millones', 'Mill.', '10*6', 'x10^6', 'millones de espermatozoides']) {
    expect(readAnalyteUnit('totalNumber', total)).toBe('10*6/{ejaculate}');
    expect(readAnalyteUnit('urineSpermTotal', total)).toBe('10*6/{urine}');
    expect(readAnalyteUnit('concentration', total)).toBeNull();
  }
  expect(namesUnit('10^6/mL', 'UI/L')).toBe(false);
  expect(namesUnit('Puntos / Campo', 'puntos/campo')).toBe(true);
  expect(readUnit('mill/cc', ['/mL', '10*6/{ejaculate}'])).toBeNull();
});
