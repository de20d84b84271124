import * as z from 'zod';
import { isDecimal } from './decimal.ts';
import { comparators } from './quantity.ts';

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

/** These fields of a value that has others too. */
export const reportedValue = (value: ReportedValue) =>
  Object.fromEntries(keys.map((key) => [key, value[key]])) as ReportedValue;
