import {
  type AnalyteKey,
  convertAnalyteQuantity,
  getAnalyte,
  isAnalyteKey,
  readAnalyteUnit,
} from '@simiente/contract/results/analytes/catalogue';
import { getStudy } from '@simiente/contract/results/analytes/studies';
import { unitLabel } from '@simiente/contract/results/analytes/units';
import type { EntryDefaults, ResultSet, ResultValue } from '@simiente/contract/results/calls';
import {
  newValues,
  type ReadValue,
  readValue,
  type TypedValue,
} from '@simiente/contract/results/fields';
import {
  isNoneSeen,
  readAmbiguousQuantity,
  readQuantity,
  writeQuantity,
} from '@simiente/contract/results/quantity';
import type { ResultCheck } from '@simiente/contract/results/semen/check';

export interface EntryRow {
  /** Stays constant while the row is edited. */
  readonly key: string;
  readonly idValue: string | null;
  /** Null for a free row, whose analyte the user names. */
  readonly analyte: AnalyteKey | null;
  /** Name of a free or repeatable row. */
  readonly name: string;
  /** A number, a text, or the value of a choice. */
  readonly value: string;
  readonly unit: string;
  readonly range: string;
  /** The value typed again, if a check asks for it. */
  readonly again: string;
}

const emptyRow = (key: string, analyte: AnalyteKey | null): EntryRow => ({
  key,
  idValue: null,
  analyte,
  name: '',
  value: '',
  unit: analyte === null ? '' : (getAnalyte(analyte).units[0] ?? ''),
  range: '',
  again: '',
});

/** Number of empty free rows for an exam type without a list of analytes. */
const FREE_ROWS = 3;

/** The rows of a study, in the order of the paper, without values. */
export function emptyRows(examType: string, ranges: EntryDefaults['ranges']): EntryRow[] {
  const { fields } = getStudy(examType);
  const rows =
    fields.length === 0
      ? Array.from({ length: FREE_ROWS }, (_, index) => emptyRow(`free ${index}`, null))
      : fields.map((analyte) => emptyRow(analyte, analyte));
  return offerRanges(rows, [], ranges);
}

/** The rows of a stored set, with an empty row for each analyte of the study that lacks a value. */
export function toRows({ examType, values }: ResultSet): EntryRow[] {
  const storedRows = values
    .filter(({ derived, withdrawn }) => derived === null && !withdrawn)
    .map(toRow);
  const { fields } = getStudy(examType);
  const studyRows = fields.flatMap((analyte) => {
    const analyteRows = storedRows.filter((row) => row.analyte === analyte);
    return analyteRows.length === 0 ? [emptyRow(analyte, analyte)] : analyteRows;
  });
  const others = storedRows.filter(({ analyte }) => analyte === null || !fields.includes(analyte));
  return [...studyRows, ...others];
}

function toRow(value: ResultValue): EntryRow {
  const { idValue, analyte, name, comparator, value: number, unit, text, choice, range } = value;
  const quantity = number === null ? null : writeQuantity({ comparator, value: number });
  return {
    key: idValue ?? `${analyte} ${name}`,
    idValue,
    analyte: analyte !== null && isAnalyteKey(analyte) ? analyte : null,
    name: name ?? '',
    value: choice ?? (text !== null && isNoneSeen(text) ? text : (quantity ?? text ?? '')),
    unit: unit ?? '',
    range: range ?? '',
    again: '',
  };
}

/** Replaces the offered ranges `before` by the ranges `after`, except where the user has changed the range. */
export function offerRanges(
  rows: readonly EntryRow[],
  before: EntryDefaults['ranges'],
  after: EntryDefaults['ranges'],
): EntryRow[] {
  const findRange = (ranges: EntryDefaults['ranges'], analyte: string | null) =>
    ranges.find((range) => range.analyte === analyte);
  return rows.map((row) => {
    const offered = findRange(before, row.analyte)?.range ?? '';
    if (row.range !== offered) return row;
    const next = findRange(after, row.analyte);
    return {
      ...row,
      range: next?.range ?? '',
      ...(next?.unit != null && row.value === '' && { unit: next.unit }),
    };
  });
}

export function addRow(rows: readonly EntryRow[], analyte: AnalyteKey | null): EntryRow[] {
  const last = rows.findLastIndex((row) => row.analyte === analyte);
  const newRow = emptyRow(`${analyte ?? 'free'} ${rows.length}`, analyte);
  return rows.toSpliced(last < 0 ? rows.length : last + 1, 0, newRow);
}

export const isEmptyRow = ({ value }: EntryRow) => value.trim() === '';

/** Converts a row to the contract's form. */
export function toTypedValue({ analyte, name, value, unit, range }: EntryRow): TypedValue {
  const kind = analyte === null ? null : getAnalyte(analyte).kind;
  const shared = { analyte, name: name || null, range: range || null };
  if (kind === 'choice') return { ...shared, choice: value };
  if (kind === 'text') return { ...shared, text: value };
  const isNumber = readQuantity(value) !== null || readAmbiguousQuantity(value) !== null;
  if (kind === null && !isNumber) return { ...shared, text: value };
  return { ...shared, value, unit: unit || null };
}

const RETYPE_VALUE = 'Escribe otra vez el valor para confirmarlo, o corrígelo.';

/** Whether the value was typed twice, as the same quantity. */
function isRepeated({ value, again }: EntryRow): boolean {
  const [first, second] = [readQuantity(value), readQuantity(again)];
  return first !== null && second !== null && writeQuantity(first) === writeQuantity(second);
}

/** The contract's rule for the typed rows, and a second typing of the values for which a check asks it. */
export function rowsRule(findChecks: (values: readonly ReadValue[]) => readonly ResultCheck[]) {
  return {
    safeParse(value: unknown) {
      const rows = value as readonly EntryRow[];
      const typed = rows.filter((row) => !isEmptyRow(row) || row.name.trim() !== '');
      const { data, error } = newValues.safeParse(typed.map(toTypedValue));
      const issues = (error?.issues ?? []).map(({ path, message }) => {
        const [index, field] = path;
        const row = typeof index === 'number' ? typed[index] : undefined;
        return { path: row === undefined ? [] : [row.key, String(field ?? 'value')], message };
      });
      const toRetype = new Set(keysToRetype(findChecks(data ?? [])));
      for (const row of typed) {
        if (row.analyte !== null && toRetype.has(row.analyte) && !isRepeated(row)) {
          issues.push({ path: [row.key, 'again'], message: RETYPE_VALUE });
        }
      }
      return issues.length > 0 ? { error: { issues } } : { data: data as ReadValue[] };
    },
  };
}

/** The analytes whose values the user typed twice. */
export const confirmedKeys = (rows: readonly EntryRow[]): AnalyteKey[] =>
  rows.flatMap((row) => (row.analyte !== null && isRepeated(row) ? [row.analyte] : []));

/** The analytes whose values must be typed twice. */
export function keysToRetype(checks: readonly ResultCheck[]): AnalyteKey[] {
  return checks.flatMap(({ level, analytes }) => (level === 'again' ? analytes : []));
}

/** The valid rows, in stored form. */
export function readableValues(rows: readonly EntryRow[]): ReadValue[] {
  return rows.flatMap((row) => {
    if (isEmptyRow(row)) return [];
    const read = readValue(toTypedValue(row));
    return 'value' in read ? [read.value] : [];
  });
}

/** Text such as '= 14 ×10⁶/mL': a value in the usual unit of its analyte, if the row has another unit. */
export function describeInUsualUnit({ analyte, value, unit }: EntryRow): string | null {
  if (analyte === null) return null;
  const [usual] = getAnalyte(analyte).units;
  const from = readAnalyteUnit(analyte, unit);
  const quantity = readQuantity(value);
  if (usual === undefined || from === null || from === usual || quantity === null) return null;
  const converted = convertAnalyteQuantity(analyte, quantity, from, usual);
  return converted === null ? null : `= ${writeQuantity(converted)} ${unitLabel(usual)}`;
}

/** The key of the last row that a check concerns, below which its message is shown; null without one. */
export function findCheckRow(rows: readonly EntryRow[], { analytes }: ResultCheck): string | null {
  return (
    rows.findLast(({ analyte }) => analyte !== null && analytes.includes(analyte))?.key ?? null
  );
}
