import * as z from 'zod';
import { type AnalyteKey, quantityIn } from './analytes/catalogue.ts';
import type { UnitName } from './analytes/units.ts';
import { type DecimalText, isDecimal } from './decimal.ts';
import { type Comparator, comparators, type Quantity } from './quantity.ts';

/** A value of a set for checks and derived values: typed, stored or received. */
export interface MeasuredValue {
  readonly analyte: string | null;
  readonly comparator: Comparator | null;
  /** Null for a text or a choice. */
  readonly value: DecimalText | null;
  readonly unit: string | null;
  readonly choice?: string | null;
  readonly text?: string | null;
}

/** The quantity of an analyte in a unit, if it is a convertible number; the first of several rows. */
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

/** `findQuantity` for exact numbers only, because a sum or product with a limit would be invalid. */
export function findExact(
  values: readonly MeasuredValue[],
  key: AnalyteKey,
  unit: UnitName,
): DecimalText | null {
  const quantity = findQuantity(values, key, unit);
  return quantity === null || quantity.comparator !== null ? null : quantity.value;
}

export const decimal = z
  .string()
  .refine(isDecimal)
  .meta({ format: 'decimal', description: 'Decimal exacto, con punto: "12.5"' });

/** Value of one analyte that a laboratory reported. */
export const reportedFields = {
  /** Key of the catalogue; null for a free row. */
  analyte: z.string().nullable(),
  name: z.string().nullable(),
  comparator: z.literal(comparators).nullable(),
  /** Null for a text or a choice. */
  value: decimal.nullable(),
  unit: z.string().nullable(),
  text: z.string().nullable(),
  choice: z.string().nullable(),
  /** Range that the laboratory printed. */
  range: z.string().nullable(),
};
type ReportedValue = z.infer<z.ZodObject<typeof reportedFields>>;

const keys = Object.keys(reportedFields) as (keyof ReportedValue)[];

/** A value without content, analyte and name. */
export const EMPTY_VALUE = Object.fromEntries(keys.map((key) => [key, null])) as ReportedValue;

/** Picks these fields from a value that has others too. */
export const reportedValue = (value: ReportedValue) =>
  Object.fromEntries(keys.map((key) => [key, value[key]])) as ReportedValue;
