import {
  type AnalyteKey,
  choiceLabel,
  getAnalyte,
  isAnalyteKey,
} from '@simiente/contract/results/analytes/catalogue';
import type { resultsContract } from '@simiente/contract/results/calls';
import type { ReadValue } from '@simiente/contract/results/fields';
import { implausible } from '@simiente/contract/results/plausibility';
import { writeQuantity } from '@simiente/contract/results/quantity';
import { reportedValue } from '@simiente/contract/results/values';
import { and, eq } from 'drizzle-orm';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { InputOf } from '../../../platform/calls/handlers.ts';
import type { Reader, Transaction } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import { laboratoryCodes } from '../../../schema/results.ts';
import { changeByLaboratory } from '../entering/laboratory-change.ts';
import { lockSet } from '../entering/lock-set.ts';
import { isSameRow, isSameValue, type SentValue } from '../entering/write-values.ts';
import { rowsInForce } from '../reading/present.ts';
import { selectValues } from '../reading/read-rows.ts';
import type { LaboratoryCodes } from './identify.ts';
import { NO_UNIT, readKnown } from './read-observation.ts';

/** The analytes of a laboratory's own codes. */
export async function readCodes(db: Reader, laboratoryId: string): Promise<LaboratoryCodes> {
  const rows = await db
    .select()
    .from(laboratoryCodes)
    .where(eq(laboratoryCodes.laboratoryId, laboratoryId));
  return new Map(
    rows.flatMap(({ code, analyte }) => (isAnalyteKey(analyte) ? [[code, analyte]] : [])),
  );
}

type Coded = ReadValue & Pick<SentValue, 'laboratoryCode'>;

/** A value as the laboratory sent it, under its own name. */
function asSent({ laboratoryCode, ...value }: Coded): ReadValue {
  const { analyte, choice, text } = value;
  const isKnown = analyte !== null && isAnalyteKey(analyte);
  const [, code = '', said = ''] = laboratoryCode?.split(/[|^]/) ?? [];
  return {
    ...reportedValue(value),
    analyte: null,
    name: value.name ?? (said || code),
    // Words for zero are the sent value.
    value: text === null ? value.value : null,
    text: choice !== null && isKnown ? choiceLabel(analyte, choice) : text,
    choice: null,
  };
}

function asAnalyte(value: Coded, analyte: AnalyteKey) {
  const { name, comparator, value: number, text, unit, range } = asSent(value);
  const written = number === null ? (text ?? '') : writeQuantity({ comparator, value: number });
  return readKnown(analyte, name ?? '', written, { unit, range });
}

/** An earlier value under the analyte of a later one, if its code was assigned in between. */
export function sameAnalyte(earlier: Coded, { analyte, laboratoryCode }: Coded): ReadValue {
  const isRenamed = laboratoryCode && laboratoryCode === earlier.laboratoryCode;
  if (!isRenamed || analyte === earlier.analyte) return reportedValue(earlier);
  if (analyte === null || !isAnalyteKey(analyte)) return asSent(earlier);
  const read = asAnalyte(earlier, analyte);
  return read !== null && 'value' in read ? read.value : reportedValue(earlier);
}

/** The values of a sample that waited, with the analytes that were assigned to their codes since. */
export const withCodes = (values: readonly SentValue[], codes: LaboratoryCodes): SentValue[] =>
  values.map((value) => {
    const analyte = value.analyte === null ? codes.get(value.laboratoryCode ?? '') : undefined;
    return analyte === undefined
      ? value
      : { ...value, ...sameAnalyte(value, { ...value, analyte }) };
  });

/**
 * Assigns an analyte to a laboratory's own code: for this value, and for its next messages. Null leaves it under the
 * laboratory's name.
 * @throws Problem NOT_FOUND for a value without such a code
 * @throws Problem BAD_REQUEST if the value does not fit the analyte
 */
export async function nameValue(
  transaction: Transaction,
  context: StaffContext,
  input: InputOf<typeof resultsContract.nameValue>,
): Promise<{ id: string }> {
  const { idValue, analyte } = input;
  const set = await lockSet(transaction, context.actor, input);
  if (set.isHeld) throw new Problem('RESULT_HELD');
  const rows = await selectValues(transaction, [set.id]);
  const inForce = rowsInForce(rows);
  const row = inForce.find(({ id }) => id === idValue);
  const { laboratoryId } = set;
  if (!row?.laboratoryCode || laboratoryId === null) throw new Problem('NOT_FOUND');
  const read = analyte === null ? { value: asSent(row) } : asAnalyte(row, analyte);
  const others = inForce.filter((one) => one !== row);
  const problem =
    read === null || 'problem' in read
      ? (read?.problem.message ?? NO_UNIT)
      : others.some((one) => isSameRow(one, read.value))
        ? 'Estos resultados ya tienen este analito.'
        : implausible(read.value);
  if (problem !== null || read === null || !('value' in read)) {
    const issues = [{ path: 'analyte', message: problem ?? NO_UNIT }];
    throw new Problem('BAD_REQUEST', { issues });
  }
  const { laboratoryCode: code } = row;
  if (analyte === null) {
    await transaction
      .delete(laboratoryCodes)
      .where(and(eq(laboratoryCodes.laboratoryId, laboratoryId), eq(laboratoryCodes.code, code)));
  } else {
    await transaction
      .insert(laboratoryCodes)
      .values({ laboratoryId, code, analyte })
      .onConflictDoUpdate({
        target: [laboratoryCodes.laboratoryId, laboratoryCodes.code],
        set: { analyte },
      });
  }
  if (isSameValue(reportedValue(row), read.value)) return { id: set.id };
  const { preliminary, laboratoryFlag, fillerNumber, sentAt } = row;
  const facts = {
    preliminary,
    laboratoryFlag,
    fillerNumber,
    sentAt: sentAt?.toISOString() ?? null,
  };
  const label = analyte === null ? 'como lo nombró el laboratorio' : getAnalyte(analyte).label;
  await changeByLaboratory(transaction, context, set, {
    written: [{ value: { ...read.value, ...facts, laboratoryCode: code }, replaces: row }],
    reason: `Se identificó: ${label}.`,
    from: rows.length,
    by: context.actor.id,
  });
  return { id: set.id };
}
