import {
  convertAnalyteQuantity,
  isAnalyteKey,
} from '@simiente/contract/results/analytes/catalogue';
import type { UnitName } from '@simiente/contract/results/analytes/units';
import { type DecimalText, round } from '@simiente/contract/results/decimal';
import type { ReadValue } from '@simiente/contract/results/fields';
import { findImplausibility } from '@simiente/contract/results/plausibility';
import { readRange } from '@simiente/contract/results/range';
import { pickReportedFields } from '@simiente/contract/results/values';
import { eq } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/database.ts';
import { newRecordId, pick } from '../../../platform/database/records.ts';
import { Problem } from '../../../platform/problem.ts';
import { resultValues } from '../../../schema/results.ts';
import type { ValueHistory } from '../reading/present.ts';

/** Facts of a value in a laboratory's message, in addition to its content. */
interface SentFacts {
  /** Whether the laboratory may still change the value. */
  readonly preliminary?: boolean;
  readonly corrected?: boolean;
  readonly note?: string | null;
  /** OBX-8. */
  readonly laboratoryFlag?: string | null;
  readonly fillerNumber?: string | null;
  /** Study and OBX-3, if OBX-3 is the laboratory's own code. */
  readonly laboratoryCode?: string | null;
  /** ISO 8601. */
  readonly sentAt?: string | null;
  /** The account that typed the value, in a copied set. */
  readonly enteredBy?: string | null;
}

export type SentValue = ReadValue & SentFacts;

export const pickSentFacts = (row: ValueHistory['row']) => ({
  ...pick(row, ['preliminary', 'corrected', 'note', 'laboratoryFlag']),
  ...pick(row, ['fillerNumber', 'laboratoryCode']),
  sentAt: row.sentAt?.toISOString() ?? null,
});

export interface WrittenValue {
  readonly value: SentValue;
  readonly replaces: ValueHistory['row'] | null;
  /** Whether the replaced value is withdrawn, not changed. */
  readonly withdrawn?: true;
}

/** Writes rows of a set. A row that replaces no other comes after all existing rows. */
export async function writeValues(
  transaction: Transaction,
  {
    setId,
    enteredBy,
    correctionId = null,
  }: { setId: string; enteredBy: string | null; correctionId?: number | null },
  written: readonly WrittenValue[],
): Promise<void> {
  if (written.length === 0) return;
  const rowCount = await transaction.$count(resultValues, eq(resultValues.setId, setId));
  await transaction.insert(resultValues).values(
    written.map(({ value: { sentAt, ...value }, replaces, withdrawn }, index) => ({
      id: newRecordId('val'),
      setId,
      position: replaces?.position ?? rowCount + index,
      enteredBy,
      ...value,
      sentAt: sentAt == null ? null : new Date(sentAt),
      withdrawn: withdrawn ?? false,
      replaces: replaces?.id ?? null,
      correctionId,
    })),
  );
}

export const toWithdrawn = (row: ValueHistory['row']): WrittenValue => ({
  value: pickReportedFields(row),
  replaces: row,
  withdrawn: true,
});

/** Whether two values belong to the same row of a report. */
export const isSameRow = (
  one: Pick<ReadValue, 'analyte' | 'name'>,
  other: Pick<ReadValue, 'analyte' | 'name'>,
) => one.analyte === other.analyte && one.name === other.name;

/** Whether two values are equal, apart from facts such as notes and flags. */
export const isSameValue = (one: ReadValue, other: ReadValue) =>
  JSON.stringify(pickReportedFields(one)) === JSON.stringify(pickReportedFields(other));

/**
 * Whether a converted number rounds to a written one. Zeros at its end are not stored, so a number counts as exact
 * to three digits or more: 10 may be 10.0, which differs from 10.4.
 */
function roundsTo(converted: DecimalText | undefined, written: DecimalText): boolean {
  if (converted === undefined || Number(written) === 0) return converted === written;
  const digits = 2 - Math.floor(Math.log10(Math.abs(Number(written))));
  return round(converted, Math.max(digits, written.split('.')[1]?.length ?? 0)) === written;
}

/** Whether two values are the same physical amount with the same range, in the same unit or rounded in another. */
export function isSameAmount(one: ReadValue, other: ReadValue): boolean {
  const { analyte: key, unit: from } = one;
  const { unit: to } = other;
  const isNumber = key !== null && isAnalyteKey(key) && one.value !== null && from && to;
  if (isSameValue(one, other) || !isNumber) return isSameValue(one, other);
  const [first, second] = [one, other].map(({ range, unit }) => readRange(range ?? '', unit));
  const convert = (value: DecimalText, unit: string, target: string) =>
    convertAnalyteQuantity(key, { comparator: null, value }, unit as UnitName, target as UnitName)
      ?.value;
  const isSameNumber = (a: DecimalText | null = null, b: DecimalText | null = null) =>
    from === to || a === null || b === null
      ? a === b
      : roundsTo(convert(a, from, to), b) || roundsTo(convert(b, to, from), a);
  const { value, unit, range } = one;
  const areRangesRead = first && second && first.isExclusive === second.isExclusive;
  return (
    isSameNumber(value, other.value) &&
    isSameNumber(first?.low, second?.low) &&
    isSameNumber(first?.high, second?.high) &&
    isSameValue(one, { ...other, value, unit, ...(areRangesRead && { range }) })
  );
}

/** Whether a row has the content of a sent value, and the value's flag if the value has one. */
export const isSameContent = (row: ValueHistory['row'], value: SentValue) =>
  isSameAmount(row, value) &&
  (value.laboratoryFlag == null || value.laboratoryFlag === row.laboratoryFlag);

/**
 * Rows to write so that a set has the wanted values: new rows for differences, withdrawn rows for missing values.
 */
export function changedValues(
  current: readonly ValueHistory[],
  wanted: readonly ReadValue[],
): WrittenValue[] {
  const inForce = current.map(({ row }) => row).filter(({ withdrawn }) => !withdrawn);
  const missing = inForce.filter((row) => !wanted.some((value) => isSameRow(value, row)));
  return [
    ...wanted.flatMap((value): WrittenValue[] => {
      const replaces = inForce.find((row) => isSameRow(value, row)) ?? null;
      return replaces !== null && isSameValue(replaces, value) ? [] : [{ value, replaces }];
    }),
    ...missing.map(toWithdrawn),
  ];
}

type TypedName = { readonly [Field in 'analyte' | 'name']?: string | null | undefined };

/**
 * Requires that a user confirmed every implausible value that is written.
 * @param typed the values of the request, which the issues refer to
 * @throws Problem BAD_REQUEST
 */
export function requirePlausible(
  written: readonly Pick<WrittenValue, 'value' | 'withdrawn'>[],
  {
    values: typed,
    confirmed,
  }: { readonly values: readonly TypedName[]; readonly confirmed: readonly string[] },
): void {
  const issues = written.flatMap(({ value, withdrawn = false }) => {
    const isAccepted = withdrawn || confirmed.includes(value.analyte ?? '');
    const reason = isAccepted ? null : findImplausibility(value);
    if (reason === null) return [];
    const index = typed.findIndex(({ analyte = null, name = null }) =>
      isSameRow({ analyte, name }, value),
    );
    return [{ path: `values.${index}.value`, message: `${reason} Confírmalo o corrígelo.` }];
  });
  if (issues.length > 0) throw new Problem('BAD_REQUEST', { issues });
}
