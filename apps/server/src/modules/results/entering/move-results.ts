import type { resultsContract } from '@simiente/contract/results/calls';
import { pickReportedFields } from '@simiente/contract/results/values';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Act } from '../../../platform/act.ts';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { InputOf } from '../../../platform/calls/handlers.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { newRecordId } from '../../../platform/database/records.ts';
import { Problem, toFieldProblem } from '../../../platform/problem.ts';
import { patients } from '../../../schema/patients.ts';
import { laboratoryPatients, receivedResults, resultDeliveries } from '../../../schema/results.ts';
import { openOrders, unlinkOrder } from '../../exam-orders/public.ts';
import { moveFiles, withdrawFiles } from '../../exams/public.ts';
import { rowsInForce } from '../reading/present.ts';
import { type SetRow, selectValues } from '../reading/read-rows.ts';
import { changeSet, UNVALIDATED } from './change-set.ts';
import { writeSet } from './enter-results.ts';
import { lockSet, nextStatus } from './lock-set.ts';
import { pickSample } from './sample.ts';
import { pickSentFacts, toWithdrawn } from './write-values.ts';

/**
 * Moves results that belong to another person: they are withdrawn here, and entered with their files in that
 * person's record, unvalidated. If that person has no record, the files go to the trash.
 * @throws Problem RESULT_WITHDRAWN, RESULT_HELD
 * @throws Problem BAD_REQUEST for a move to the same patient
 */
export async function moveResults(
  transaction: Transaction,
  context: StaffContext,
  input: InputOf<typeof resultsContract.move>,
): Promise<{ id: string }> {
  const { idUser, reason } = input;
  const set = await lockSet(transaction, context.actor, input);
  if (idUser === set.patientId) {
    const message = 'Ya están en el expediente de este paciente.';
    throw toFieldProblem('BAD_REQUEST', 'idUser', message);
  }
  if (set.waiting !== null) throw new Problem('RESULT_HELD');
  const movedTo = idUser === undefined ? null : newRecordId('res');
  const values = await withdrawSet(transaction, context, set, {
    reason,
    by: context.actor.id,
    movedTo,
  });
  const received = await deleteNumbers(transaction, set);
  if (movedTo === null || idUser === undefined) {
    await withdrawFiles(transaction, context, set.examId, { reason, by: context.actor.id });
    return { id: set.id };
  }
  const open = await openOrders(transaction, idUser, set.examType, set.laboratoryId);
  const { examId } = await writeSet(transaction, context, {
    ...set,
    id: movedTo,
    moved: { from: set.id, reason, by: context.actor.id },
    patientId: idUser,
    examId: undefined,
    orderId: open.length === 1 ? open[0]?.idOrder : undefined,
    laboratoryId: set.laboratoryId ?? undefined,
    sample: pickSample(set),
    values: values.map((row) => ({
      ...pickReportedFields(row),
      ...pickSentFacts(row),
      enteredBy: row.enteredBy,
    })),
    sent: { fillerNumber: set.fillerNumber, sentAt: set.sentAt },
    timeZone: context.clinicTimeZone,
  });
  await moveFiles(transaction, context, set.examId, examId);
  // If the laboratory repeats its message, the moved set is recognised.
  await transaction
    .update(resultDeliveries)
    .set({ setId: movedTo })
    .where(eq(resultDeliveries.setId, set.id));
  for (const row of received) await storeNumber(transaction, row, idUser);
  await transaction
    .update(receivedResults)
    .set({ setId: movedTo, patientId: idUser, doneBy: context.actor.id, doneAt: sql`now()` })
    .where(and(eq(receivedResults.setId, set.id), eq(receivedResults.state, 'assigned')));
  return { id: set.id };
}

/**
 * Withdraws every value of a locked set, and unlinks its order. The values stay readable.
 * @returns the withdrawn values
 */
export async function withdrawSet(
  transaction: Transaction,
  act: Act,
  set: SetRow,
  why: { readonly reason: string; readonly by: string; readonly movedTo: string | null },
) {
  const status = nextStatus(set, 'withdraw');
  const { reason, by, movedTo } = why;
  const inForce = rowsInForce(await selectValues(transaction, [set.id]));
  await unlinkOrder(transaction, set.examId);
  const isMoved = movedTo !== null;
  const kind = isMoved ? 'movedOut' : 'withdrawn';
  await changeSet(transaction, act, set, {
    written: inForce.map(toWithdrawn),
    enteredBy: by,
    // Reports quote the abstinence like a value.
    facts: set.abstinenceDays === null ? {} : { abstinenceDays: null },
    correction: { kind, otherSetId: movedTo, reason, by },
    columns: { status, ...UNVALIDATED },
    action: isMoved ? 'result.moved' : 'result.withdrawn',
    details: { values: inForce.length },
  });
  return inForce;
}

/**
 * Deletes the laboratory's patient numbers that users assigned to the wrong patient with this set.
 * @returns the received results that were assigned
 */
async function deleteNumbers(transaction: Transaction, { id, patientId }: SetRow) {
  const received = await transaction
    .select()
    .from(receivedResults)
    .where(and(eq(receivedResults.setId, id), eq(receivedResults.state, 'assigned')));
  const numbers = received.flatMap(({ patientText }) => patientText ?? []);
  await transaction
    .delete(laboratoryPatients)
    .where(
      and(eq(laboratoryPatients.patientId, patientId), inArray(laboratoryPatients.number, numbers)),
    );
  return received;
}

/** Stores the laboratory's number of a patient, for its next results. Our own ids are not stored. */
export async function storeNumber(
  transaction: Transaction,
  { laboratoryId, patientText }: typeof receivedResults.$inferSelect,
  patientId: string,
): Promise<void> {
  if (patientText === null) return;
  const [ours] = await transaction
    .select({ id: patients.id })
    .from(patients)
    .where(eq(patients.id, patientText));
  if (ours !== undefined || patientText.startsWith('usr_')) return;
  await transaction
    .insert(laboratoryPatients)
    .values({ laboratoryId, number: patientText, patientId })
    .onConflictDoUpdate({
      target: [laboratoryPatients.laboratoryId, laboratoryPatients.number],
      set: { patientId },
    });
}
