import { expect, test } from 'vitest';
import { analyteKeys, convertAnalyteQuantity, getAnalyte } from './analytes/catalogue.ts';
import { findImplausibility, getBounds } from './plausibility.ts';
import { checkResults } from './semen/checks.ts';

const entered = analyteKeys.filter(
  (key) => getAnalyte(key).units.length > 0 && !getAnalyte(key).isDerived,
);
const makeValue = (
  analyte: string,
  value: string,
  unit: string,
  comparator: '<' | '>' | null = null,
) => ({
  analyte,
  comparator,
  value,
  unit,
});

test('H-A8, E-10.1301: every analyte has bounds in each of its units, and only values outside need confirmation', () => {
  for (const key of entered) {
    for (const unit of getAnalyte(key).units) {
      const bounds = getBounds(key).find(
        ([, , one]) =>
          convertAnalyteQuantity(key, { comparator: null, value: '1' }, one, unit) !== null,
      );
      expect(bounds, `${key} ${unit}`).toBeDefined();
      const [low = '', high = '', at = '1'] = bounds ?? [];
      expect(findImplausibility(makeValue(key, high, at)), key).toBeNull();
      expect(findImplausibility(makeValue(key, low, at)), key).toBeNull();
      expect(findImplausibility(makeValue(key, `${high}1`, at)), key).toMatch(
        /está fuera de lo posible/,
      );
      expect(findImplausibility(makeValue(key, high, at, '>')), key).not.toBeNull();
    }
  }
});

test('H-A8, E-10.1301: values in the wrong unit are reported with their limits, in the typed unit', () => {
  expect(findImplausibility(makeValue('volume', '300', 'mL'))).toBe(
    'Volumen 300 mL está fuera de lo posible (0 a 20 mL).',
  );
  expect(findImplausibility(makeValue('fsh', '5100', 'UI/L'))).toMatch(
    /^FSH 5100 UI\/L .* \(0 a 300 mUI\/mL\)/,
  );
  expect(findImplausibility(makeValue('concentration', '14000000', '/mL'))).toBeNull();
  expect(findImplausibility(makeValue('concentration', '14000000', '10*6/mL'))).not.toBeNull();
  expect(findImplausibility(makeValue('estradiol', '100', 'pmol/L'))).toBeNull();
  expect(findImplausibility(makeValue('estradiol', '100', 'nmol/L'))).not.toBeNull();
  expect(findImplausibility(makeValue('ph', '4', 'pH', '<'))).not.toBeNull();
  expect(findImplausibility({ ...makeValue('colour', '1', '1'), value: null })).toBeNull();
  const set = { collectedAt: null, receivedAt: null, analyzedAt: null, abstinenceDays: null };
  expect(checkResults({ ...set, values: [makeValue('volume', '300', 'mL')] })).toMatchObject([
    { check: 'implausible', level: 'again', analytes: ['volume'] },
  ]);
});
