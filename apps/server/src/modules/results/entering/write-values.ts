import type { ReadValue } from '@simiente/contract/results/fields';
import { implausible } from '@simiente/contract/results/plausibility';
import { reportedValue } from '@simiente/contract/results/values';
import type { Transaction } from '../../../platform/database/database.ts';
import { newRecordId } from '../../../platform/database/records.ts';
import { Problem } from '../../../platform/problem.ts';
import { resultValues } from '../../../schema/results.ts';
import type { CurrentValue } from '../reading/present.ts';

/** Facts of a value in a laboratory's message, in addition to its content. */
export interface SentFacts {
  /** Whether the laboratory may still change it. */
  readonly preliminary?: boolean;
  readonly note?: string | null;
  /** OBX-8. */
  readonly laboratoryFlag?: string | null;
  readonly fillerNumber?: string | null;
  /** Study and code (OBX-3) of the laboratory's own. */
  readonly laboratoryCode?: string | null;
  /** ISO 8601. */
  readonly sentAt?: string | null;
  /** The account that typed it, for a copied set. */
  readonly enteredBy?: string | null;
}

/** A value as a laboratory delivered it. */
export type SentValue = ReadValue & SentFacts;

export interface WrittenValue {
  readonly value: SentValue;
  readonly replaces: CurrentValue['row'] | null;
  /** The replaced value is not in force. */
  readonly withdrawn?: true;
}

interface Writing {
  readonly setId: string;
  readonly enteredBy: string | null;
  readonly correctionId?: number;
  /** Number of rows of the set. */
  readonly from?: number;
}

export async function writeValues(
  transaction: Transaction,
  { setId, enteredBy, correctionId, from = 0 }: Writing,
  written: readonly WrittenValue[],
): Promise<void> {
  if (written.length === 0) return;
  await transaction.insert(resultValues).values(
    written.map(({ value: { sentAt, ...value }, replaces, withdrawn }, index) => ({
      id: newRecordId('val'),
      setId,
      position: replaces?.position ?? from + index,
      enteredBy,
      ...value,
      sentAt: sentAt == null ? null : new Date(sentAt),
      withdrawn: withdrawn ?? false,
      replaces: replaces?.id ?? null,
      correctionId: correctionId ?? null,
    })),
  );
}

/** Whether two values belong to the same row of a report. */
export const isSameRow = (
  one: Pick<ReadValue, 'analyte' | 'name'>,
  other: Pick<ReadValue, 'analyte' | 'name'>,
) => one.analyte === other.analyte && one.name === other.name;

/** Whether two values are equal, apart from the other facts of their messages. */
export const isSameValue = (one: ReadValue, other: ReadValue) =>
  JSON.stringify(reportedValue(one)) === JSON.stringify(reportedValue(other));

/** Whether a row equals a delivered value, including its flag if it has one. */
export const isSameContent = (row: CurrentValue['row'], value: SentValue) =>
  isSameValue(reportedValue(row), value) &&
  (value.laboratoryFlag == null || value.laboratoryFlag === row.laboratoryFlag);

/**
 * Rows to write so that a set has the wanted values: new rows for differences, withdrawn rows for missing values.
 */
export function changedValues(
  current: readonly CurrentValue[],
  wanted: readonly ReadValue[],
): WrittenValue[] {
  const valuesInForce = current.filter(({ row }) => !row.withdrawn);
  const gone = valuesInForce.filter(
    ({ row }) => !wanted.some((value) => isSameRow(value, reportedValue(row))),
  );
  return [
    ...wanted.flatMap((value): WrittenValue[] => {
      const old =
        valuesInForce.find(({ row }) => isSameRow(value, reportedValue(row)))?.row ?? null;
      return old !== null && isSameValue(reportedValue(old), value)
        ? []
        : [{ value, replaces: old }];
    }),
    ...gone.map(
      ({ row }) => ({ value: reportedValue(row), replaces: row, withdrawn: true }) as const,
    ),
  ];
}

type Typed = { readonly [Field in 'analyte' | 'name']?: string | null | undefined };

/**
 * Requires that a person confirmed every implausible value that is written.
 * @param typed the values of the request, at which the issues are
 * @throws Problem BAD_REQUEST
 */
export function requirePlausible(
  written: readonly Pick<WrittenValue, 'value' | 'withdrawn'>[],
  {
    values: typed,
    confirmed,
  }: { readonly values: readonly Typed[]; readonly confirmed: readonly string[] },
): void {
  const issues = written.flatMap(({ value, withdrawn = false }) => {
    const isAccepted = withdrawn || confirmed.includes(value.analyte ?? '');
    const why = isAccepted ? null : implausible(value);
    if (why === null) return [];
    const index = typed.findIndex(({ analyte = null, name = null }) =>
      isSameRow({ analyte, name }, value),
    );
    return [{ path: `values.${index}.value`, message: `${why} Confírmalo o corrígelo.` }];
  });
  if (issues.length > 0) throw new Problem('BAD_REQUEST', { issues });
}
