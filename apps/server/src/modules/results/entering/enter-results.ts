import { dayIn } from '@simiente/contract/common/days';
import { findStudyName } from '@simiente/contract/results/analytes/study-names';
import {
  type correctedResultSet,
  DEFAULT_STUDY,
  type newResultSet,
  readValue,
  type TypedValue,
  type updatedResultSet,
} from '@simiente/contract/results/fields';
import type { ResultSource } from '@simiente/contract/results/states';
import { pickReportedFields } from '@simiente/contract/results/values';
import { and, eq, isNull } from 'drizzle-orm';
import type * as z from 'zod';
import type { Act } from '../../../platform/act.ts';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { newRecordId, pick } from '../../../platform/database/records.ts';
import { Problem, toFieldProblem } from '../../../platform/problem.ts';
import { exams } from '../../../schema/exams.ts';
import { resultSets } from '../../../schema/results.ts';
import { toAuditChanges, writeAudit } from '../../audit/public.ts';
import { linkOrder, unlinkOrder } from '../../exam-orders/public.ts';
import { addFilelessExam, requireLaboratory } from '../../exams/public.ts';
import { lockPatient } from '../../patients/public.ts';
import { currentValues, type ValueHistory } from '../reading/present.ts';
import { selectValues } from '../reading/read-rows.ts';
import {
  addCorrection,
  authorColumns,
  changeSet,
  lockSet,
  markCritical,
  nextStatus,
  requireOwnSet,
  UNVALIDATED,
} from './change-set.ts';
import { findChangedFacts, parseSampleFacts, type SampleColumns } from './sample.ts';
import {
  changedValues,
  isSameRow,
  isSameValue,
  requirePlausible,
  type SentValue,
  type WrittenValue,
  writeValues,
} from './write-values.ts';

interface SetToWrite {
  readonly id?: string;
  readonly patientId: string;
  readonly examId?: string | undefined;
  readonly examType?: string | undefined;
  readonly laboratoryId?: string | undefined;
  readonly orderId?: string | undefined;
  readonly sample: Partial<SampleColumns>;
  readonly values: readonly SentValue[];
  readonly source: ResultSource;
  readonly enteredBy: string | null;
  readonly timeZone: string;
  readonly sent?: Pick<typeof resultSets.$inferSelect, 'fillerNumber' | 'sentAt'>;
  /** The id of the received result that was assigned to the patient. */
  readonly received?: string;
  /** The set of the other patient from which results were moved, the reason, and the account that moved them. */
  readonly moved?:
    | { readonly from: string; readonly reason: string; readonly by: string }
    | undefined;
}

/**
 * Enters the results of a study, with or without a file.
 * @throws Problem RESULT_EXISTS if the exam has results
 * @throws Problem ORDER_NOT_OPEN for an order that does not wait for this study
 * @throws Problem BAD_REQUEST for a time in the future, or an implausible value that is not confirmed
 */
export async function createResults(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'clinicTimeZone'>,
  input: z.output<typeof newResultSet>,
): Promise<{ id: string }> {
  const { idUser, idExam, idLaboratory, idOrder, values } = input;
  const examType = input.examType && (findStudyName(input.examType) ?? input.examType);
  requirePlausible(
    values.map((value) => ({ value })),
    input,
  );
  return writeSet(transaction, context, {
    patientId: idUser,
    examId: idExam,
    examType,
    laboratoryId: idLaboratory ?? undefined,
    orderId: idOrder,
    sample: parseSampleFacts(input, context.clinicTimeZone),
    values,
    source: 'manual',
    enteredBy: context.actor.id,
    timeZone: context.clinicTimeZone,
  });
}

export async function writeSet(
  transaction: Transaction,
  act: Act,
  set: SetToWrite,
): Promise<{ id: string; examId: string }> {
  // Lock order: laboratory, then patients. A move has already locked results of the other patient.
  if (set.moved === undefined) await requireLaboratory(transaction, set.laboratoryId);
  await lockPatient(transaction, set.patientId);
  const { examId, examType, laboratoryId } = await lockOrAddExam(transaction, set);
  if (set.orderId !== undefined) {
    const { orderId, patientId } = set;
    await linkOrder(transaction, { orderId, patientId, examType, examId });
  }
  const { id = newRecordId('res'), moved } = set;
  await transaction.insert(resultSets).values({
    ...pick(set, ['patientId', 'source', 'enteredBy']),
    id,
    examId,
    laboratoryId,
    ...set.sample,
    ...set.sent,
  });
  const written = set.values.map((value) => ({ value, replaces: null }));
  await writeValues(transaction, { setId: id, enteredBy: set.enteredBy }, written);
  if (moved !== undefined) {
    const { from: otherSetId, ...why } = moved;
    await addCorrection(
      transaction,
      { id, ...UNVALIDATED },
      { kind: 'movedIn', otherSetId, ...why },
    );
  }
  await markCritical(transaction, id);
  await writeAudit(transaction, act, {
    action:
      set.received !== undefined
        ? 'received_result.assigned'
        : moved === undefined
          ? 'result.created'
          : 'result.received',
    subject: { kind: 'exam', id: examId },
    patientId: set.patientId,
    details: { source: set.source, values: set.values.length, received: set.received },
  });
  return { id, examId };
}

/** Locks the exam of the results, or creates one for values without a file. */
async function lockOrAddExam(
  transaction: Transaction,
  { patientId, examId, examType = DEFAULT_STUDY, laboratoryId, sample, timeZone }: SetToWrite,
): Promise<{ examId: string; examType: string; laboratoryId: string | null }> {
  const { collectedAt } = sample;
  if (examId === undefined) {
    const addedId = await addFilelessExam(transaction, {
      patientId,
      type: examType,
      laboratoryId: laboratoryId ?? null,
      examDate: collectedAt ? dayIn(timeZone, collectedAt) : null,
    });
    return { examId: addedId, examType, laboratoryId: laboratoryId ?? null };
  }
  const [exam] = await transaction
    .select({ type: exams.type, laboratoryId: exams.laboratoryId })
    .from(exams)
    .where(and(eq(exams.id, examId), eq(exams.patientId, patientId), isNull(exams.deletedAt)))
    .for('update');
  if (exam === undefined) throw toFieldProblem('NOT_FOUND', 'idExam', 'Este estudio no existe');
  const existing = await transaction.$count(resultSets, eq(resultSets.examId, examId));
  if (existing > 0) throw new Problem('RESULT_EXISTS');
  return { examId, examType: exam.type, laboratoryId: laboratoryId ?? exam.laboratoryId };
}

/**
 * Replaces results that are not validated. The earlier values stay stored. An edit without changes has no effect.
 * @throws Problem FORBIDDEN, RESULT_VALIDATED, ORDER_NOT_OPEN, BAD_REQUEST
 */
export async function updateResults(
  transaction: Transaction,
  context: StaffContext,
  input: z.output<typeof updatedResultSet>,
): Promise<{ id: string }> {
  const { actor, clinicTimeZone } = context;
  const set = await lockSet(transaction, actor, input);
  const status = nextStatus(set, 'update');
  requireOwnSet(actor, set);
  const facts = await findChangedFacts(transaction, set, input, clinicTimeZone);
  const orderId = set.order?.idOrder ?? null;
  const { idOrder = orderId } = input;
  const isRelinked = idOrder !== orderId;
  if (isRelinked) {
    if (idOrder === null) await unlinkOrder(transaction, set.examId);
    else await linkOrder(transaction, { ...set, orderId: idOrder });
  }
  const rows = await selectValues(transaction, [set.id]);
  const changed = changedValues(currentValues(rows, set.examType), input.values);
  requirePlausible(changed, input);
  const isTyped = changed.length > 0 || Object.keys(facts).length > 0;
  if (!isTyped && !isRelinked) return { id: set.id };
  await changeSet(transaction, context, set, {
    written: changed,
    enteredBy: actor.id,
    facts,
    columns: { status, ...(isTyped && authorColumns(actor.id)) },
    action: 'result.updated',
    details: {
      values: changed.length,
      changes: toAuditChanges(context, set.id, set, facts, ['laboratoryId']),
    },
  });
  return { id: set.id };
}

type CorrectionInput = z.output<typeof correctedResultSet>;

/**
 * Corrects validated results, with a reason. The earlier values stay readable, and the set needs another
 * validation. A correction without changes has no effect.
 * @throws Problem FORBIDDEN, RESULT_NOT_VALIDATED, VALUE_OF_ANOTHER_ROW, BAD_REQUEST
 */
export async function correctResults(
  transaction: Transaction,
  context: StaffContext,
  input: CorrectionInput,
): Promise<{ id: string }> {
  const { actor, clinicTimeZone } = context;
  const set = await lockSet(transaction, actor, input);
  const status = nextStatus(set, 'correct');
  requireOwnSet(actor, set);
  const facts = await findChangedFacts(transaction, set, input, clinicTimeZone);
  const rows = await selectValues(transaction, [set.id]);
  const written = correctedValues(currentValues(rows, set.examType), input.values);
  requirePlausible(written, input);
  if (written.length === 0 && Object.keys(facts).length === 0) return { id: set.id };
  await changeSet(transaction, context, set, {
    written,
    enteredBy: actor.id,
    facts,
    correction: { reason: input.reason, by: actor.id },
    columns: { status, ...UNVALIDATED, ...authorColumns(actor.id) },
    action: 'result.corrected',
    // The reason and the values are health data; their number is not.
    details: { values: written.length, facts: Object.keys(facts) },
  });
  return { id: set.id };
}

function correctedValues(
  current: readonly ValueHistory[],
  corrections: CorrectionInput['values'],
): WrittenValue[] {
  const seen = new Set<string>();
  return corrections.flatMap(({ idValue, withdrawn, ...typed }, index): WrittenValue[] => {
    const reject = (path: string, message: string): never => {
      throw toFieldProblem('BAD_REQUEST', `values.${index}.${path}`, message);
    };
    const { analyte = null, name = null } = typed;
    const old = current.find(({ row }) =>
      idValue === undefined ? isSameRow({ analyte, name }, row) : row.id === idValue,
    )?.row;
    if (old === undefined && (withdrawn || idValue !== undefined)) {
      return reject('idValue', 'Este valor ya no está vigente. Vuelve a abrir los resultados.');
    }
    if (old !== undefined) {
      if (seen.has(old.id)) reject('idValue', 'Este valor está dos veces.');
      seen.add(old.id);
      requireSameRow(old, typed, index);
    }
    if (withdrawn) {
      if (old === undefined || old.withdrawn) return [];
      return [{ value: pickReportedFields(old), replaces: old, withdrawn: true }];
    }
    const read = readValue(old === undefined ? typed : withInherited(old, typed));
    if ('problem' in read) return reject(read.problem.path, read.problem.message);
    // A range applies to the unit in which it was printed.
    const losesRange = typed.range === undefined && old?.unit !== read.value.unit;
    const value = losesRange ? { ...read.value, range: null } : read.value;
    const isSame =
      old !== undefined && !old.withdrawn && isSameValue(pickReportedFields(old), value);
    return isSame ? [] : [{ value, replaces: old ?? null }];
  });
}

/**
 * Requires that a value is corrected in its own row, because another analyte or name is a different value.
 * @throws Problem VALUE_OF_ANOTHER_ROW
 */
function requireSameRow(old: ValueHistory['row'], typed: TypedValue, index: number): void {
  const differs = (name: 'analyte' | 'name') =>
    typed[name] !== undefined && (typed[name] || null) !== old[name];
  const path = differs('analyte') ? 'analyte' : differs('name') ? 'name' : null;
  if (path === null) return;
  const message = 'El valor es de otro analito o nombre. Retíralo y agrega el nuevo.';
  throw toFieldProblem('VALUE_OF_ANOTHER_ROW', `values.${index}.${path}`, message);
}

/** A correction need not repeat the analyte, name, unit and range of the value. */
function withInherited(old: ValueHistory['row'], typed: TypedValue): TypedValue {
  const { analyte = old.analyte, name = old.name, unit = old.unit, range = old.range } = typed;
  return { ...typed, analyte, name, unit, range };
}
