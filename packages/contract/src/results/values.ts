import * as z from 'zod';
import { type AnalyteKey, convertAnalyteQuantity, getAnalyte } from './analytes/catalogue.ts';
import type { UnitName } from './analytes/units.ts';
import { type DecimalText, isDecimal } from './decimal.ts';
import { type Comparator, comparators, type Quantity } from './quantity.ts';

/** A typed, stored or received value, as checks and derived values use it. */
export interface MeasuredValue {
  readonly analyte: string | null;
  readonly comparator: Comparator | null;
  /** Null for a text or a choice. */
  readonly value: DecimalText | null;
  readonly unit: string | null;
  readonly choice?: string | null;
  readonly text?: string | null;
}

/** The first number of an analyte, in its usual or another unit; null without one, or if its unit does not convert. */
export function findQuantity(
  values: readonly MeasuredValue[],
  key: AnalyteKey,
  unit: UnitName | undefined = getAnalyte(key).units[0],
): Quantity | null {
  const number = values.find(({ analyte, value }) => analyte === key && value !== null);
  if (number?.value == null || number.unit === null || unit === undefined) return null;
  const { comparator, value } = number;
  return convertAnalyteQuantity(key, { comparator, value }, number.unit as UnitName, unit);
}

/** `findQuantity` without values such as '< 0.1', which cannot be used in a calculation. */
export function findExact(values: readonly MeasuredValue[], key: AnalyteKey): DecimalText | null {
  const quantity = findQuantity(values, key);
  return quantity?.comparator === null ? quantity.value : null;
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
  range: z.string().nullable(),
};
export type ReportedValue = z.infer<z.ZodObject<typeof reportedFields>>;

const keys = Object.keys(reportedFields) as (keyof ReportedValue)[];

/** A value without content, analyte or name. */
export const EMPTY_VALUE = Object.fromEntries(keys.map((key) => [key, null])) as ReportedValue;

export const pickReportedFields = (value: ReportedValue) =>
  Object.fromEntries(keys.map((key) => [key, value[key]])) as ReportedValue;
