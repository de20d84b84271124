import { convertAnalyteQuantity, isAnalyteKey } from '../../results/analytes/catalogue.ts';
import { namesUnit } from '../../results/analytes/read-unit.ts';
import { convert, type UnitName, units } from '../../results/analytes/units.ts';
import { compareDecimals, type DecimalText, round } from '../../results/decimal.ts';
import type { Quantity } from '../../results/quantity.ts';
import type { QuotableResult } from '../version.ts';
import { getUnits, type QuotedKey } from './mentions.ts';
import { shiftDecimal, type WrittenNumber } from './numbers.ts';
import { DAY_UNIT } from './quotable-result.ts';
import type { WrittenUnit } from './written-units.ts';

type AnyUnit = UnitName | typeof DAY_UNIT;

const ONE: Quantity = { comparator: null, value: '1' };

/** Whether an analyte may be written in a unit. */
export const acceptsUnit = (key: QuotedKey, { among }: WrittenUnit) =>
  getUnits(key).some((own) => among.some((unit) => convertUnit(key, ONE, own, unit) !== null));

/** A quantity in the unit of a figure, with its power of ten: 14 for 'millones', otherwise 14000000. */
export function convertQuantity(
  key: string | null,
  { comparator, value }: Quantity,
  unit: string | null,
  written: WrittenUnit,
): Quantity | null {
  for (const among of written.among) {
    const same = convertUnit(key, { comparator, value }, unit, among);
    if (same) return { comparator, value: shiftDecimal(same.value, -written.power) };
  }
  return null;
}

function convertUnit(
  key: string | null,
  quantity: Quantity,
  from: string | null,
  to: AnyUnit,
): Quantity | null {
  if (from === to || (from !== null && namesUnit(from, to))) return quantity;
  if (from === null) return to === '1' ? quantity : null;
  if (to === DAY_UNIT) return null;
  if (key !== null && isAnalyteKey(key))
    return convertAnalyteQuantity(key, quantity, from as UnitName, to);
  if (!Object.hasOwn(units, from)) return null;
  const value = convert(quantity.value, from as UnitName, to);
  return value === null ? null : { ...quantity, value };
}

/** A result in the unit of a figure. */
export function convertResult(result: QuotableResult, written: WrittenUnit): Quantity | null {
  return convertQuantity(result.analyte, result, result.unit, written);
}

/** How a number agrees with a value: exactly, rounded, or only if 1.234 is read as in Spain; null if not at all. */
export type Agreement = 'exact' | 'rounded' | 'unclear' | null;

export function agreement({ readings }: WrittenNumber, value: DecimalText): Agreement {
  const [{ value: reading, places }, ...others] = readings;
  if (compareDecimals(reading, value) === 0) return 'exact';
  if (others.some((one) => compareDecimals(one.value, value) === 0)) return 'unclear';
  // Zero means that none was seen.
  if (compareDecimals(reading, '0') === 0) return null;
  if (compareDecimals(round(value, places), reading) !== 0) return null;
  // One digit is too coarse to confirm: pH 8 for 7.8.
  return /^\d$/.test(reading) ? 'unclear' : 'rounded';
}
