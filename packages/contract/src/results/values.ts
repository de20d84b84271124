import { type AnalyteKey, quantityIn } from './analytes/catalogue.ts';
import type { UnitName } from './analytes/units.ts';
import type { DecimalText } from './decimal.ts';
import type { Comparator, Quantity } from './quantity.ts';

/** A value of a set as checks and derived values see it: typed, stored or received. */
export interface MeasuredValue {
  readonly analyte: string | null;
  readonly comparator: Comparator | null;
  /** Null for a text or a choice. */
  readonly value: DecimalText | null;
  readonly unit: string | null;
  readonly choice?: string | null;
  readonly text?: string | null;
}

/** The quantity of an analyte in a unit, where it is a number and converts; of several rows the first. */
export function findQuantity(
  values: readonly MeasuredValue[],
  key: AnalyteKey,
  unit: UnitName,
): Quantity | null {
  const found = values.find(({ analyte, value }) => analyte === key && value !== null);
  if (found?.value == null || found.unit === null) return null;
  const { comparator, value } = found;
  return quantityIn(key, { comparator, value }, found.unit as UnitName, unit);
}

/** `findQuantity` for exact numbers only: a sum or product with a limit would be invalid. */
export function findExact(
  values: readonly MeasuredValue[],
  key: AnalyteKey,
  unit: UnitName,
): DecimalText | null {
  const quantity = findQuantity(values, key, unit);
  return quantity === null || quantity.comparator !== null ? null : quantity.value;
}
