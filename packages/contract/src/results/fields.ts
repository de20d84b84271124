import * as z from 'zod';
import { editedVersion, recordId } from '../common/ids.ts';
import { calendarDay, wireInstant } from '../common/instants.ts';
import { lineText, storableText } from '../common/text.ts';
import {
  type AnalyteKey,
  findAnalyte,
  getAnalyte,
  isAnalyteKey,
  readAnalyteUnit,
} from './analytes/catalogue.ts';
import { whoEditions } from './analytes/studies.ts';
import { compareDecimals, type DecimalText, readDecimal } from './decimal.ts';
import {
  comparators,
  isNoneSeen,
  NONE_SEEN_WORDS,
  readAmbiguousQuantity,
  readQuantity,
} from './quantity.ts';
import type { ReportedValue } from './values.ts';

/** More than any laboratory prints on one report. */
export const MAX_VALUES = 200;
export const MAX_TEXT_LENGTH = 4000;
export const MAX_LINE_LENGTH = 200;
const MAX_UNIT_LENGTH = 60;

export const NOT_A_NUMBER =
  'Escribe un número con punto o coma decimal, con <, >, ≤ o ≥ delante si el laboratorio lo indica.';
export const UNKNOWN_UNIT = 'El laboratorio no puede reportar este analito en esa unidad.';

/** Reason for a rejected number: '1,200' is ambiguous, any other text is invalid. */
export function numberProblem(written: string, otherwise = NOT_A_NUMBER): string {
  const readings = readAmbiguousQuantity(written);
  if (readings === null) return otherwise;
  return `Se lee de dos maneras. Escribe ${readings.join(' o ')}.`;
}

const writtenNumber = z.string().trim().max(60, NOT_A_NUMBER);

/** Maximum days of abstinence, and hours of fasting. Wide limits without a published source. */
const MAX_AMOUNTS = { abstinenceDays: '3650', fastingHours: '72' };
export type AmountField = keyof typeof MAX_AMOUNTS;
const EXAMPLES = {
  abstinenceDays:
    'Escribe un solo número de días, como 3. Un rango va en otro valor, con el nombre «Abstinencia».',
  fastingHours: 'Escribe un solo número de horas, como 8.',
};

/** The reason to reject an amount; null for a valid one. */
export function amountProblem(field: AmountField, value: DecimalText): string | null {
  const max = MAX_AMOUNTS[field];
  const isPossible = compareDecimals(value, '0') >= 0 && compareDecimals(value, max) <= 0;
  return isPossible ? null : `Escribe un número de 0 a ${max}.`;
}

/** A number of days or hours, stored as an exact decimal. */
const amount = (field: AmountField) =>
  writtenNumber.meta({ format: 'amount' }).transform((written, context): DecimalText => {
    const value = readDecimal(written);
    const message =
      value === null ? numberProblem(written, EXAMPLES[field]) : amountProblem(field, value);
    if (value !== null && message === null) return value;
    context.addIssue({ code: 'custom', message: message ?? '' });
    return z.NEVER;
  });

/** A day of the clinic's calendar if the hour is unknown, otherwise an instant. */
export const sampleMoment = z
  .union([calendarDay, wireInstant])
  .meta({ description: 'Un día de la clínica (AAAA-MM-DD), o un instante' });

/** Facts of a set's sample, with the validation rules of forms and calls. */
export const resultFacts = {
  /** A partner of type Laboratorio. */
  idLaboratory: recordId.nullish(),
  collectedAt: sampleMoment.nullish(),
  /** Time at which the laboratory received the sample. */
  receivedAt: wireInstant.nullish(),
  analyzedAt: wireInstant.nullish(),
  abstinenceDays: amount('abstinenceDays').nullish(),
  fastingHours: amount('fastingHours').nullish(),
  completeSample: z.boolean().nullish(),
  method: lineText(100).nullish(),
  whoEdition: z.literal(whoEditions).nullish(),
};

const valueShape = z.strictObject({
  /** Key of the catalogue; absent in a free row (a value outside the catalogue), which has a name. */
  analyte: z.string().refine(isAnalyteKey, 'Este analito no existe.').nullish(),
  /** Name of a free row, or of a repeatable one, such as an antibiotic. */
  name: lineText(MAX_LINE_LENGTH).nullish(),
  comparator: z.literal(comparators).nullish(),
  /** Number with decimal point or comma; it may begin with the comparator, or be words for none seen. */
  value: writtenNumber.nullish(),
  /** Defaults to the usual unit of the analyte. */
  unit: lineText(MAX_UNIT_LENGTH).nullish(),
  text: storableText(MAX_TEXT_LENGTH).nullish(),
  choice: storableText(40).nullish(),
  range: lineText(MAX_LINE_LENGTH).nullish(),
});
const VALUE_FORMAT = { format: 'result-value' };

/** A value in stored form: a number in canonical form with its unit, or a text, or a choice. */
export type ReadValue = Readonly<ReportedValue>;

interface ValueProblem {
  readonly path: keyof ReadValue;
  readonly message: string;
}

/** A text of at most `max` characters, which ends with '…' if it was cut; null for an empty one. */
export function fitText(text: string | null | undefined, max: number): string | null {
  const written = text?.trim() ?? '';
  return written.length <= max ? written || null : `${written.slice(0, max - 1)}…`;
}

const emptyToNull = (text: string | null | undefined) => text || null;

export type TypedValue = z.input<typeof valueShape>;

/** Puts a text into the field for the analyte's kind. A choice may be its key or its name. */
export function typeValue(analyte: AnalyteKey, written: string, unit: string | null): TypedValue {
  const { kind, choices = [] } = getAnalyte(analyte);
  if (kind === 'text') return { analyte, text: written };
  if (kind === 'number') return { analyte, value: written, unit };
  const lowered = written.toLocaleLowerCase('es');
  const choice = choices.find(({ value, label }) =>
    [value, label].some((name) => name.toLocaleLowerCase('es') === lowered),
  );
  return { analyte, choice: choice?.value ?? written.slice(0, 40) };
}

/** Converts a typed or received value to its stored form. */
export function readValue(
  typed: TypedValue,
): { readonly value: ReadValue } | { readonly problem: ValueProblem } {
  const analyte = emptyToNull(typed.analyte);
  const number = readNumber(typed);
  if (number === null) return toProblem('value', numberProblem(typed.value ?? ''));
  const value: ReadValue = {
    analyte,
    name: fitText(typed.name, MAX_LINE_LENGTH),
    ...number,
    unit: null,
    text: fitText(typed.text, MAX_TEXT_LENGTH) ?? number.text,
    choice: emptyToNull(typed.choice),
    range: fitText(typed.range, MAX_LINE_LENGTH),
  };
  if (analyte === null || !isAnalyteKey(analyte)) {
    if (analyte !== null) return toProblem('analyte', 'Este analito no existe.');
    if (value.name === null) return toProblem('name', 'Escribe el nombre del analito.');
    return isEmpty(value)
      ? toProblem('value', 'Escribe el valor.')
      : { value: { ...value, unit: fitText(typed.unit, MAX_UNIT_LENGTH) } };
  }
  const { kind, choices, rowName, isDerived } = getAnalyte(analyte);
  if (isDerived) return toProblem('analyte', 'Este valor se calcula; no se captura.');
  if (rowName !== undefined && value.name === null) {
    return toProblem('name', `Escribe el nombre: ${rowName}.`);
  }
  if (isEmpty(value)) return toProblem('value', 'Escribe el valor.');
  if (kind === 'number' && value.value === null) return toProblem('value', NOT_A_NUMBER);
  if (kind === 'text' && value.text === null) return toProblem('text', 'Escribe el texto.');
  if (kind === 'choice' && !choices?.some((choice) => choice.value === value.choice)) {
    const labels = choices?.map((choice) => choice.label) ?? [];
    const named = new Intl.ListFormat('es', { type: 'disjunction' }).format(labels);
    return toProblem('choice', `Elige una de las opciones: ${named}.`);
  }
  const extra = findExtra(value, kind);
  if (extra !== null) {
    return toProblem(extra, 'Este analito no lleva este dato junto a su valor.');
  }
  return value.value === null ? { value } : withUnit(value, analyte, value.value, typed.unit);
}

/** A field that the kind of analyte does not have. A number may have words if they mean zero. */
function findExtra(
  { analyte, value, text, choice }: ReadValue,
  kind: 'number' | 'choice' | 'text',
): 'text' | 'choice' | null {
  if (choice !== null && kind !== 'choice') return 'choice';
  const isZero = value === '0' && text !== null && isZeroCount(text, analyte);
  return text !== null && kind === 'number' && !isZero ? 'text' : null;
}

/** Units of counts and shares of cells. */
const COUNTED = /^(?:10\*6|UFC|%$|1$)/;

/** Whether words mean zero: 'no se detectó' is not the zero of a hormone or a volume. */
function isZeroCount(words: string, analyte: string | null | undefined): boolean {
  const [unit] = findAnalyte(analyte ?? null)?.units ?? [];
  return isNoneSeen(words, analyte) && (unit === undefined || COUNTED.test(unit));
}

const toProblem = (path: keyof ReadValue, message: string) => ({ problem: { path, message } });

/** One standard text for the usual words for 'none seen'; words with more information stay. */
const normalizeNoneSeen = (written: string) =>
  /^(?:no se observ(?:ó|a|an|aron)|ausentes?|ninguno)\.?$/i.test(written)
    ? NONE_SEEN_WORDS
    : written;

const isEmpty = ({ value, text, choice }: ReadValue) =>
  value === null && text === null && choice === null;

/** The number of a typed value; null if it is invalid. */
function readNumber(typed: TypedValue): Pick<ReadValue, 'value' | 'comparator' | 'text'> | null {
  const { analyte, value, comparator } = typed;
  const written = emptyToNull(value?.trim());
  if (written === null) return { value: null, comparator: null, text: null };
  if (isZeroCount(written, analyte)) {
    return { value: '0', comparator: null, text: normalizeNoneSeen(written) };
  }
  const quantity = readQuantity(written);
  if (quantity === null) return null;
  const isContradictory = comparator != null && quantity.comparator !== null;
  if (isContradictory && comparator !== quantity.comparator) return null;
  return { value: quantity.value, comparator: comparator ?? quantity.comparator, text: null };
}

function withUnit(
  value: ReadValue,
  key: AnalyteKey,
  number: DecimalText,
  written: string | null | undefined,
) {
  const unit = written?.trim() ? readAnalyteUnit(key, written) : getAnalyte(key).units[0];
  if (unit == null) return toProblem('unit', UNKNOWN_UNIT);
  if (compareDecimals(number, '0') < 0) {
    return toProblem('value', 'El valor no puede ser negativo.');
  }
  if (unit === '%' && compareDecimals(number, '100') > 0) {
    return toProblem('value', 'Un porcentaje va de 0 a 100.');
  }
  if (unit === 'pH' && compareDecimals(number, '14') > 0) {
    return toProblem('value', 'El pH va de 0 a 14.');
  }
  return { value: { ...value, unit } };
}

/** A value as it is sent; its output has the stored form. */
export const newValue = valueShape.meta(VALUE_FORMAT).transform((typed, context): ReadValue => {
  const read = readValue(typed);
  if ('value' in read) return read.value;
  context.addIssue({ code: 'custom', message: read.problem.message, path: [read.problem.path] });
  return z.NEVER;
});

interface ValueIdentity {
  readonly idValue?: string | undefined;
  readonly analyte?: string | null | undefined;
  readonly name?: string | null | undefined;
}

const areDifferent = (values: readonly ValueIdentity[]) =>
  new Set(
    values.map(({ idValue, analyte, name }) =>
      [idValue, analyte, name?.trim().toLocaleLowerCase('es')].join('\n'),
    ),
  ).size === values.length;
const DUPLICATE = 'Un analito está dos veces. Deja uno.';

/** The values of a set, without duplicates. */
export const newValues = z
  .array(newValue)
  .min(1, 'Captura al menos un valor.')
  .max(MAX_VALUES)
  .refine(areDifferent, DUPLICATE);

/** The analytes whose implausible values a user confirmed; unconfirmed ones are rejected. */
const confirmed = z.array(z.string().refine(isAnalyteKey)).max(MAX_VALUES).default([]);

export const DEFAULT_STUDY = 'Seminograma';

/** A set as it is entered: with a file (`idExam`), or with values only. */
export const newResultSet = z.strictObject({
  idUser: recordId,
  /** The exam whose file has these values; absent to create an exam without a file. */
  idExam: recordId.optional(),
  /** Type of a new exam; `DEFAULT_STUDY` if absent. */
  examType: lineText(100).min(1, 'Elige el tipo de estudio.').optional(),
  idOrder: recordId.optional(),
  ...resultFacts,
  values: newValues,
  confirmed,
});

/** Replacement of a set that is not validated yet. */
export const updatedResultSet = z.strictObject({
  idResultSet: recordId,
  /** Absent to keep the order; null removes it. */
  idOrder: recordId.nullish(),
  ...resultFacts,
  /** All values; a missing one is withdrawn. */
  values: newValues,
  confirmed,
  version: editedVersion,
});

export const correctionReason = storableText(500).trim().min(1, 'Escribe el motivo.');

/**
 * A corrected value, by its id, or by its analyte and name. An unknown one is added. Unit and range default to
 * those of the corrected value.
 */
const correctedValue = valueShape
  .extend({
    idValue: recordId.optional(),
    /** Whether the laboratory withdrew the value, which stays readable but is not used. */
    withdrawn: z.literal(true).optional(),
  })
  .meta(VALUE_FORMAT);

export const correctedResultSet = z.strictObject({
  idResultSet: recordId,
  reason: correctionReason,
  values: z.array(correctedValue).max(MAX_VALUES).refine(areDifferent, DUPLICATE).default([]),
  /** Changed facts; absent ones stay. */
  ...resultFacts,
  confirmed,
  version: editedVersion,
});
