import { isAnalyteKey } from '@simiente/contract/results/analytes/catalogue';
import type { UnitName } from '@simiente/contract/results/analytes/units';
import type { ResultSet, ResultValue } from '@simiente/contract/results/calls';
import { toFlag } from '@simiente/contract/results/range';
import { findCentile } from '@simiente/contract/results/semen/centile';
import { checkResults } from '@simiente/contract/results/semen/checks';
import { derivedValues } from '@simiente/contract/results/semen/derived';
import { defaultSet, defaultValue } from '@simiente/contract/results/testing/result-set';

/** Value of a test; other fields have defaults. */
export type GivenValue = Pick<ResultValue, 'analyte'> & Partial<ResultValue>;

/** A result set as the server presents it, without a database. */
export function makeResultSet(
  given: Partial<Omit<ResultSet, 'values'>> & { readonly values: readonly GivenValue[] },
): ResultSet {
  const { values: givenValues, ...facts } = given;
  const edition = facts.whoEdition ?? null;
  const reported = givenValues.map((one, position) =>
    presentedValue({ idValue: `val_${position}`, ...one }, edition),
  );
  const derived = derivedValues(reported).map(({ formula, from: _, ...one }) =>
    presentedValue({ ...one, derived: { formula } }, edition),
  );
  const set = defaultSet({
    analyzedAt: '2026-10-12T15:40:00.000Z',
    abstinenceDays: '3',
    completeSample: true,
    ...facts,
    values: [...reported, ...derived],
  });
  return {
    ...set,
    checks: checkResults({ ...set, values: reported }).map((one) => ({
      ...one,
      analytes: [...one.analytes],
    })),
  };
}

function presentedValue(given: GivenValue, edition: ResultSet['whoEdition']): ResultValue {
  const value = defaultValue({ idValue: null, ...given });
  const { analyte, comparator, value: number, unit, range } = value;
  if (number === null || unit === null || analyte === null || !isAnalyteKey(analyte)) return value;
  const quantity = { comparator, value: number };
  return {
    ...value,
    flag: toFlag(quantity, range, unit),
    centile: findCentile(analyte, quantity, unit as UnitName, edition),
  };
}

/** A number for `makeResultSet`. */
export const valueIn = (
  analyte: string,
  value: string,
  unit: string,
  more: Partial<ResultValue> = {},
): GivenValue => ({
  analyte,
  value,
  unit,
  ...more,
});
