import { isFullFolio, parseFolio } from '@simiente/contract/exam-orders/calls';
import type { resultsContract } from '@simiente/contract/results/calls';
import type { receivedResultsContract } from '@simiente/contract/results/received-calls';
import { pickReportedFields } from '@simiente/contract/results/values';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Act } from '../../../platform/act.ts';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { CallInput } from '../../../platform/calls/handlers.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { findChanges, newRecordId, nextVersion } from '../../../platform/database/records.ts';
import { Problem, rejectStale, toFieldProblem } from '../../../platform/problem.ts';
import { examOrders } from '../../../schema/exam-orders.ts';
import { files } from '../../../schema/files.ts';
import { patients } from '../../../schema/patients.ts';
import {
  laboratoryPatients,
  receivedResults,
  resultDeliveries,
  resultSets,
} from '../../../schema/results.ts';
import { writeAudit } from '../../audit/public.ts';
import { findOpenOrders, unlinkOrder } from '../../exam-orders/public.ts';
import {
  attachDocuments,
  detachDocument,
  type LaboratoryDocument,
  moveAttached,
  moveFiles,
  withdrawFiles,
} from '../../exams/public.ts';
import { discardFile } from '../../files/public.ts';
import { readCodes, withCodes } from '../hl7/laboratory-codes.ts';
import { missingFacts } from '../import/receive-sample.ts';
import { latestValues, rowsInForce } from '../reading/present.ts';
import { type SetRow, selectSets, selectValues } from '../reading/read-rows.ts';
import { readReceived } from '../reading/received.ts';
import { changeByLaboratory, changeSet, lockSet, nextStatus, UNVALIDATED } from './change-set.ts';
import { writeSet } from './enter-results.ts';
import { pickSample } from './sample.ts';
import {
  isSameContent,
  isSameRow,
  pickSentFacts,
  type SentValue,
  toWithdrawn,
  type WrittenValue,
} from './write-values.ts';

type ReceivedInput = CallInput<typeof receivedResultsContract.discard>;

/** @throws Problem RECEIVED_DONE */
async function lockReceived(
  transaction: Transaction,
  { idReceived: id, version }: ReceivedInput,
  state: 'waiting' | 'discarded',
) {
  const [row] = await transaction
    .select()
    .from(receivedResults)
    .where(eq(receivedResults.id, id))
    .for('update');
  if (row === undefined) throw new Problem('NOT_FOUND');
  if (row.state !== state) throw new Problem('RECEIVED_DONE');
  await rejectStale(version, row, () => readReceived(transaction, id));
  return row;
}

/** The order of the complete folio that the laboratory wrote, if that order waits for this study of the patient. */
async function findFolioOrder(
  transaction: Transaction,
  { folioText, examType, laboratoryId }: ReceivedRow,
  patientId: string,
): Promise<string | undefined> {
  // A bare number may be the laboratory's own number.
  if (folioText === null || !isFullFolio(folioText)) return undefined;
  const [requested] = await transaction
    .select({ id: examOrders.id })
    .from(examOrders)
    .where(
      and(
        eq(examOrders.folio, parseFolio(folioText) ?? -1),
        eq(examOrders.partnerId, laboratoryId),
      ),
    );
  const open = await findOpenOrders(transaction, patientId, examType);
  return open.find(({ idOrder }) => idOrder === requested?.id)?.idOrder;
}

/**
 * Assigns a received result to a patient, as another sample or into existing results. If the laboratory sent it for
 * another person before, that person's results are withdrawn.
 * @throws Problem RECEIVED_DONE
 */
export async function assignReceived(
  transaction: Transaction,
  context: StaffContext,
  input: CallInput<typeof receivedResultsContract.assign>,
): Promise<{ id: string }> {
  const row = await lockReceived(transaction, input, 'waiting');
  const { idResultSet } = input;
  const { laboratoryId } = row;
  const newSetId = newRecordId('res');
  let moved: Moved | undefined;
  const documents = await findDocuments(transaction, row);
  if (idResultSet === undefined && row.reason === 'moved') {
    moved = await withdrawMoved(transaction, context, row, newSetId);
    const document = moved && (await detachDocument(transaction, moved.examId));
    if (document && documents.length === 0) documents.push(document);
    else if (document) await discardFile(transaction, await document.add());
  }
  const { idUser, idOrder } = input;
  const { id: setId, examId } =
    idResultSet === undefined
      ? await writeSet(transaction, context, {
          ...row,
          id: newSetId,
          moved,
          patientId: idUser,
          orderId: idOrder ?? (await findFolioOrder(transaction, row, idUser)),
          sample: pickSample(row),
          values: withCodes(row.values as SentValue[], await readCodes(transaction, laboratoryId)),
          sent: { fillerNumber: row.fillerNumber, sentAt: row.sentAt },
          enteredBy: null,
          timeZone: context.clinicTimeZone,
          received: row.id,
        })
      : await acceptValues(transaction, context, row, { idUser, idResultSet });
  await storeNumber(transaction, row, idUser);
  if (moved) await moveAttached(transaction, context, moved.examId, examId);
  await attachDocuments(transaction, context, examId, documents);
  await transaction
    .update(resultDeliveries)
    .set({ setId })
    .where(eq(resultDeliveries.receivedId, row.id));
  const assigned = { patientId: idUser, setId };
  await setReceivedState(transaction, row.id, 'assigned', context.actor.id, assigned);
  return { id: row.id };
}

/** @param by the account that decided; null for a later message */
export async function setReceivedState(
  transaction: Transaction,
  id: string,
  state: ReceivedRow['state'],
  by: string | null,
  assigned: Partial<Pick<ReceivedRow, 'patientId' | 'setId'>> = {},
): Promise<void> {
  const done =
    state === 'waiting' ? { doneBy: null, doneAt: null } : { doneBy: by, doneAt: sql`now()` };
  await transaction
    .update(receivedResults)
    .set({ state, ...assigned, ...done, ...nextVersion(receivedResults) })
    .where(eq(receivedResults.id, id));
}

export async function findDocuments(transaction: Transaction, { documents }: ReceivedRow) {
  const stored = await transaction
    .select({ id: files.id, sha256: files.sha256 })
    .from(files)
    .where(inArray(files.id, documents))
    .orderBy(sql`array_position(${sql.param(documents)}::text[], ${files.id})`);
  return stored.map(({ id, sha256 }): LaboratoryDocument => ({ sha256, add: async () => id }));
}

export type ReceivedRow = typeof receivedResults.$inferSelect;

interface Moved {
  readonly from: string;
  readonly reason: string;
  readonly by: string;
  readonly examId: string;
}

/** Replaces the patient's results with the values that the laboratory sent. */
async function acceptValues(
  transaction: Transaction,
  context: StaffContext,
  row: ReceivedRow,
  { idUser, idResultSet }: { readonly idUser: string; readonly idResultSet: string },
): Promise<{ id: string; examId: string }> {
  const set = await lockSet(transaction, context.actor, { idResultSet });
  if (set.patientId !== idUser || set.id !== row.setId) throw new Problem('NOT_FOUND');
  if (set.status === 'retirado') throw new Problem('RESULT_WITHDRAWN');
  const latest = latestValues(await selectValues(transaction, [set.id]));
  const written = (row.values as SentValue[]).flatMap((value): WrittenValue[] => {
    const old = latest.find((one) => isSameRow(one.row, value))?.row ?? null;
    const isSame = old !== null && !old.withdrawn && isSameContent(old, value);
    return isSame ? [] : [{ value, replaces: old }];
  });
  const { abstinenceDays } = row;
  await changeByLaboratory(transaction, context, set, {
    written,
    facts: {
      ...missingFacts(set, pickSample(row)),
      ...(abstinenceDays !== null && findChanges(set, { abstinenceDays })),
    },
    sentAt: row.sentAt,
    reason: 'Se aceptaron los datos que envió el laboratorio.',
    by: context.actor.id,
  });
  return set;
}

/** Withdraws the results of the person whom the laboratory named first, unless they are in the trash. */
async function withdrawMoved(
  transaction: Transaction,
  context: StaffContext,
  row: ReceivedRow,
  movedTo: string,
): Promise<Moved | undefined> {
  const [shown] = await selectSets(transaction, eq(resultSets.id, row.setId ?? ''));
  if (shown === undefined || shown.status === 'retirado') return undefined;
  const set = await lockSet(transaction, context.actor, { idResultSet: shown.id });
  const why = { reason: 'La muestra es de otra persona.', by: context.actor.id };
  await withdrawSet(transaction, context, set, { ...why, movedTo });
  return { from: set.id, ...why, examId: set.examId };
}

/** @throws Problem RECEIVED_DONE */
const setState =
  (state: 'waiting' | 'discarded') =>
  async (transaction: Transaction, context: StaffContext, input: ReceivedInput) => {
    const isDiscarded = state === 'discarded';
    const { id } = await lockReceived(transaction, input, isDiscarded ? 'waiting' : 'discarded');
    await setReceivedState(transaction, id, state, context.actor.id);
    await writeAudit(transaction, context, {
      action: isDiscarded ? 'received_result.discarded' : 'received_result.restored',
      subject: { kind: 'received_result', id },
    });
    return { id };
  };
export const discardReceived = setState('discarded');
export const restoreReceived = setState('waiting');

/**
 * Moves results that belong to another person: they are withdrawn here, and entered with their files in that
 * person's record, unvalidated. If that person has no record, the files go to the trash.
 * @throws Problem RESULT_WITHDRAWN, RESULT_HELD
 * @throws Problem BAD_REQUEST for a move to the same patient
 */
export async function moveResults(
  transaction: Transaction,
  context: StaffContext,
  input: CallInput<typeof resultsContract.move>,
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
  const open = await findOpenOrders(transaction, idUser, set.examType, set.laboratoryId);
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
async function withdrawSet(
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
  for (const { laboratoryId, patientText } of received) {
    await transaction
      .delete(laboratoryPatients)
      .where(
        and(
          eq(laboratoryPatients.patientId, patientId),
          eq(laboratoryPatients.laboratoryId, laboratoryId),
          eq(laboratoryPatients.number, patientText ?? ''),
        ),
      );
  }
  return received;
}

/** Stores the laboratory's number of a patient, for its next results. Our own ids are not stored. */
async function storeNumber(
  transaction: Transaction,
  { laboratoryId, patientText }: ReceivedRow,
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
