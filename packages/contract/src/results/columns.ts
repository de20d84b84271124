import { typedKeys } from '../common/lists.ts';

/**
 * The meanings of a column in a laboratory's file, other than an analyte, with their names. The last ones are of files
 * with a row for each analyte.
 */
export const columnFieldNames = {
  patient: 'Id del paciente',
  folio: 'Folio de la orden',
  patientName: 'Nombre del paciente',
  birthDate: 'Fecha de nacimiento',
  collectedAt: 'Fecha de la toma',
  collectedTime: 'Hora de la toma',
  receivedAt: 'Recepción de la muestra',
  receivedTime: 'Hora de la recepción',
  analyzedAt: 'Análisis de la muestra',
  analyzedTime: 'Hora del análisis',
  abstinenceDays: 'Días de abstinencia',
  fastingHours: 'Horas de ayuno',
  completeSample: 'Muestra completa',
  method: 'Método',
  whoEdition: 'Edición de la OMS',
  test: 'Analito de cada renglón',
  result: 'Resultado de cada renglón',
  unit: 'Unidad de cada renglón',
  range: 'Rango de cada renglón',
  flag: 'Marca de cada renglón (H, L, *)',
} as const;
export type ColumnField = keyof typeof columnFieldNames;
export const columnFields = typedKeys(columnFieldNames);

/** The key of a column map that sets the decimal separator, unless a column has this heading. */
export const DECIMAL_KEY = 'decimal';
export const decimalSigns = [',', '.'] as const;

/** Whether the day or the month comes first in the dates of a column. */
export const dateOrders = ['day', 'month'] as const;
export type DateOrder = (typeof dateOrders)[number];
export type DecimalSign = (typeof decimalSigns)[number];
