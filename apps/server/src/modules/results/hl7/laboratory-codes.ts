import {
  type AnalyteKey,
  choiceLabel,
  getAnalyte,
  isAnalyteKey,
} from '@simiente/contract/results/analytes/catalogue';
import type { resultsContract } from '@simiente/contract/results/calls';
import type { ReadValue } from '@simiente/contract/results/fields';
import { findImplausibility } from '@simiente/contract/results/plausibility';
import { writeQuantity } from '@simiente/contract/results/quantity';
import { pickReportedFields } from '@simiente/contract/results/values';
import { and, eq } from 'drizzle-orm';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { CallInput } from '../../../platform/calls/handlers.ts';
import type { Reader, Transaction } from '../../../platform/database/database.ts';
import { Problem, toFieldProblem } from '../../../platform/problem.ts';
import { laboratoryCodes } from '../../../schema/results.ts';
import { changeByLaboratory, lockSet } from '../entering/change-set.ts';
import { isSameRow, isSameValue, pickSentFacts, type SentValue } from '../entering/write-values.ts';
import { readAnalyteValue } from '../import/read-result.ts';
import { rowsInForce } from '../reading/present.ts';
import { selectValues } from '../reading/read-rows.ts';
import type { LaboratoryCodes } from './identify.ts';

export async function readCodes(db: Reader, laboratoryId: string): Promise<LaboratoryCodes> {
  const rows = await db
    .select()
    .from(laboratoryCodes)
    .where(eq(laboratoryCodes.laboratoryId, laboratoryId));
  return new Map(
    rows.flatMap(({ code, analyte }) => (isAnalyteKey(analyte) ? [[code, analyte]] : [])),
  );
}

type CodedValue = ReadValue & Pick<SentValue, 'laboratoryCode'>;

/** A value as the laboratory sent it, under the laboratory's name. */
function toSentValue({ laboratoryCode, ...value }: CodedValue): ReadValue {
  const { analyte, choice, text } = value;
  const [, code = '', codeText = ''] = laboratoryCode?.split(/[|^]/) ?? [];
  return {
    ...pickReportedFields(value),
    analyte: null,
    name: value.name ?? (codeText || code),
    // The value of words such as 'no se observaron' is zero, but the laboratory sent the words.
    value: text === null ? value.value : null,
    text: choice === null ? text : choiceLabel(analyte, choice),
    choice: null,
  };
}

function toAnalyteValue(value: CodedValue, analyte: AnalyteKey) {
  const { name, comparator, value: number, text, unit, range } = toSentValue(value);
  const written = number === null ? (text ?? '') : writeQuantity({ comparator, value: number });
  // A number that was stored as a text is ambiguous.
  const marks = { commaIsDecimal: false, pointIsDecimal: number !== null, thousands: null };
  return readAnalyteValue(analyte, name ?? '', written, { unit, range, marks });
}

/** An earlier value under the analyte of a later value with the same code, which a user may have assigned since. */
export function withLaterAnalyte(
  earlier: CodedValue,
  { analyte, laboratoryCode }: CodedValue,
): ReadValue {
  const isRenamed = laboratoryCode && laboratoryCode === earlier.laboratoryCode;
  if (!isRenamed || analyte === earlier.analyte) return pickReportedFields(earlier);
  if (analyte === null || !isAnalyteKey(analyte)) return toSentValue(earlier);
  const read = toAnalyteValue(earlier, analyte);
  return 'value' in read ? read.value : pickReportedFields(earlier);
}

/** The values of a waiting sample, with the analytes that users have assigned to their codes since. */
export const withCodes = (values: readonly SentValue[], codes: LaboratoryCodes): SentValue[] =>
  values.map((value) => {
    const analyte = value.analyte === null ? codes.get(value.laboratoryCode ?? '') : undefined;
    return analyte === undefined
      ? value
      : { ...value, ...withLaterAnalyte(value, { ...value, analyte }) };
  });

/**
 * Assigns an analyte to a laboratory's own code, for this value and for the laboratory's next messages. Null removes
 * the assignment.
 * @throws Problem RESULT_HELD while later values of the laboratory wait for a decision
 * @throws Problem NOT_FOUND for a value without the laboratory's own code
 * @throws Problem BAD_REQUEST if the value does not fit the analyte, or another value has it
 */
export async function assignAnalyte(
  transaction: Transaction,
  context: StaffContext,
  input: CallInput<typeof resultsContract.nameValue>,
): Promise<{ id: string }> {
  const { idValue, analyte } = input;
  const set = await lockSet(transaction, context.actor, input);
  if (set.waiting !== null) throw new Problem('RESULT_HELD');
  const inForce = rowsInForce(await selectValues(transaction, [set.id]));
  const row = inForce.find(({ id }) => id === idValue);
  const { laboratoryId } = set;
  if (!row?.laboratoryCode || laboratoryId === null) throw new Problem('NOT_FOUND');
  const { laboratoryCode: code } = row;
  const reject = (message: string) => toFieldProblem('BAD_REQUEST', 'analyte', message);
  const read = analyte === null ? { value: toSentValue(row) } : toAnalyteValue(row, analyte);
  if ('problem' in read) throw reject(read.problem.message);
  const { value } = read;
  if (inForce.some((one) => one !== row && isSameRow(one, value))) {
    throw reject('Estos resultados ya tienen este analito.');
  }
  const doubt = findImplausibility(value);
  if (doubt !== null) throw reject(doubt);
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
  if (isSameValue(row, value)) return { id: set.id };
  const label = analyte === null ? 'como lo nombró el laboratorio' : getAnalyte(analyte).label;
  await changeByLaboratory(transaction, context, set, {
    written: [{ value: { ...value, ...pickSentFacts(row), note: null }, replaces: row }],
    reason: `Se identificó: ${label}.`,
    by: context.actor.id,
  });
  return { id: set.id };
}
