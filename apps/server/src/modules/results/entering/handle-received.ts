import { isWholeFolio, parseFolio } from '@simiente/contract/exam-orders/calls';
import type { StaleReceivedDetails } from '@simiente/contract/results/received-calls';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
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
import { openOrders, unlinkOrder } from '../../exam-orders/public.ts';
import { attachDocuments, detachDocument, type LaboratoryDocument } from '../../exams/public.ts';
import { discardFile } from '../../files/public.ts';
import { latestValues, toReadValue } from '../reading/present.ts';
import { selectSets, selectValues } from '../reading/read-rows.ts';
import { readReceived } from '../reading/received.ts';
import { writeSet } from './enter-results.ts';
import { changeByLaboratory } from './laboratory-change.ts';
import { lockSet } from './lock-set.ts';
import { pickSample } from './sample.ts';
import { type DeliveredValue, isSameRow, saysSame, type WrittenValue } from './write-values.ts';

type Handled = { readonly idReceived: string; readonly version?: number | undefined };

/** @throws Problem NOT_FOUND, STALE_VERSION, RECEIVED_DONE */
async function lockReceived(
  transaction: Transaction,
  { idReceived: id, version }: Handled,
  state: 'waiting' | 'discarded',
) {
  const [row] = await transaction
    .select()
    .from(receivedResults)
    .where(eq(receivedResults.id, id))
    .for('update');
  if (row === undefined) throw new Problem('NOT_FOUND');
  if (row.state !== state) throw new Problem('RECEIVED_DONE');
  if (version !== undefined && version !== row.version) {
    const current = await readReceived(transaction, id);
    throw new Problem('STALE_VERSION', { details: { current } satisfies StaleReceivedDetails });
  }
  return row;
}

const edited = { version: sql`${receivedResults.version} + 1`, updatedAt: sql`now()` };

/** The order whose whole folio the laboratory wrote, where it asks it for this study of the patient and waits. */
async function orderOfFolio(
  transaction: Transaction,
  { folioText, examType, laboratoryId }: typeof receivedResults.$inferSelect,
  patientId: string,
): Promise<string | undefined> {
  // A bare number may be of the laboratory's own.
  if (folioText === null || !isWholeFolio(folioText)) return undefined;
  const [asked] = await transaction
    .select({ id: examOrders.id })
    .from(examOrders)
    .where(
      and(
        eq(examOrders.folio, parseFolio(folioText) ?? -1),
        eq(examOrders.partnerId, laboratoryId),
      ),
    );
  const open = await openOrders(transaction, patientId, examType);
  return open.find(({ idOrder }) => idOrder === asked?.id)?.idOrder;
}

/**
 * Says whose a received result is: it is captured in their record, as another sample or in the results that are
 * there. Those of another person that it moves away from are withdrawn.
 * @throws Problem NOT_FOUND, STALE_VERSION, RECEIVED_DONE
 */
export async function assignReceived(
  transaction: Transaction,
  context: StaffContext,
  input: Handled & {
    readonly idUser: string;
    readonly idOrder?: string | undefined;
    readonly idResultSet?: string | undefined;
  },
): Promise<{ id: string }> {
  const row = await lockReceived(transaction, input, 'waiting');
  const { idResultSet } = input;
  const documents = await findDocuments(transaction, row);
  if (idResultSet !== undefined)
    await takeOver(transaction, context, row, { ...input, idResultSet });
  else if (row.reason === 'moved') {
    const moved = await withdrawMoved(transaction, context, row);
    if (moved !== null && documents.length === 0) documents.push(moved);
    else if (moved !== null) await discardFile(transaction, await moved.add());
  }
  const setId = idResultSet ?? (await enterReceived(transaction, context, row, input));
  await learnNumber(transaction, row, input.idUser);
  await attachDocuments(transaction, context, await findExamId(transaction, setId), documents);
  await transaction
    .update(resultDeliveries)
    .set({ setId })
    .where(eq(resultDeliveries.receivedId, row.id));
  await transaction
    .update(receivedResults)
    .set({
      state: 'assigned',
      patientId: input.idUser,
      setId,
      doneBy: context.actor.id,
      doneAt: sql`now()`,
      ...edited,
    })
    .where(eq(receivedResults.id, row.id));
  return { id: row.id };
}

async function findDocuments(transaction: Transaction, { documents }: ReceivedRow) {
  const stored = await transaction
    .select({ id: files.id, sha256: files.sha256 })
    .from(files)
    .where(inArray(files.id, documents))
    .orderBy(sql`array_position(${sql.param(documents)}::text[], ${files.id})`);
  return stored.map(({ id, sha256 }): LaboratoryDocument => ({ sha256, add: async () => id }));
}

async function findExamId(transaction: Transaction, setId: string): Promise<string> {
  const [set] = await transaction
    .select({ examId: resultSets.examId })
    .from(resultSets)
    .where(eq(resultSets.id, setId));
  if (set === undefined) throw new Error('A set has an exam');
  return set.examId;
}

/** Stores the laboratory's number of a patient for its next results; our own ids are not stored. */
async function learnNumber(
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

type ReceivedRow = typeof receivedResults.$inferSelect;

async function enterReceived(
  transaction: Transaction,
  context: StaffContext,
  row: ReceivedRow,
  { idUser, idOrder }: { readonly idUser: string; readonly idOrder?: string | undefined },
): Promise<string> {
  const { id } = await writeSet(transaction, context, {
    patientId: idUser,
    examType: row.examType,
    laboratoryId: row.laboratoryId,
    orderId: idOrder ?? (await orderOfFolio(transaction, row, idUser)),
    sample: pickSample(row),
    values: row.values as DeliveredValue[],
    sent: { fillerNumber: row.fillerNumber, sentAt: row.sentAt },
    source: row.source,
    enteredBy: null,
    timeZone: context.clinicTimeZone,
    received: row.id,
  });
  return id;
}

/** The results of the patient say what the laboratory sent. */
async function takeOver(
  transaction: Transaction,
  context: StaffContext,
  row: ReceivedRow,
  { idUser, idResultSet }: { readonly idUser: string; readonly idResultSet: string },
): Promise<void> {
  const set = await lockSet(transaction, context.actor, { idResultSet });
  if (set.patientId !== idUser || set.id !== row.setId) throw new Problem('NOT_FOUND');
  const rows = await selectValues(transaction, [set.id]);
  const latest = latestValues(rows);
  const written = (row.values as DeliveredValue[]).flatMap((value): WrittenValue[] => {
    const old = latest.find((one) => isSameRow(one.row, value))?.row ?? null;
    const isSame = old !== null && !old.withdrawn && saysSame(old, value);
    return isSame ? [] : [{ value, replaces: old }];
  });
  await changeByLaboratory(transaction, context, set, {
    written,
    from: rows.length,
    sentAt: row.sentAt,
    reason: 'Se aceptaron los datos que envió el laboratorio.',
    by: context.actor.id,
  });
}

/**
 * Withdraws the values of the person whom the laboratory named before; those in the trash are not touched.
 * @returns their document, which is of the other person
 */
async function withdrawMoved(transaction: Transaction, context: StaffContext, row: ReceivedRow) {
  const [shown] = await selectSets(transaction, eq(resultSets.id, row.setId ?? ''));
  if (shown === undefined) return null;
  const set = await lockSet(transaction, context.actor, { idResultSet: shown.id });
  await unlinkOrder(transaction, set.examId);
  const rows = await selectValues(transaction, [set.id]);
  const written = latestValues(rows)
    .filter((one) => !one.row.withdrawn)
    .map(({ row: old }) => ({ value: toReadValue(old), replaces: old, withdrawn: true }) as const);
  await changeByLaboratory(transaction, context, set, {
    written,
    from: rows.length,
    reason: 'La muestra es de otra persona.',
    by: context.actor.id,
  });
  return detachDocument(transaction, set.examId);
}

/** @throws Problem NOT_FOUND, STALE_VERSION, RECEIVED_DONE */
export async function discardReceived(
  transaction: Transaction,
  context: StaffContext,
  input: Handled,
): Promise<{ id: string }> {
  const row = await lockReceived(transaction, input, 'waiting');
  await transaction
    .update(receivedResults)
    .set({ state: 'discarded', doneBy: context.actor.id, doneAt: sql`now()`, ...edited })
    .where(eq(receivedResults.id, row.id));
  await writeAudit(transaction, context, {
    action: 'received_result.discarded',
    subject: { kind: 'delivery', id: row.id },
  });
  return { id: row.id };
}

/** @throws Problem NOT_FOUND, STALE_VERSION, RECEIVED_DONE */
export async function restoreReceived(
  transaction: Transaction,
  context: StaffContext,
  input: Handled,
): Promise<{ id: string }> {
  const row = await lockReceived(transaction, input, 'discarded');
  await transaction
    .update(receivedResults)
    .set({ state: 'waiting', doneBy: null, doneAt: null, ...edited })
    .where(eq(receivedResults.id, row.id));
  await writeAudit(transaction, context, {
    action: 'received_result.restored',
    subject: { kind: 'delivery', id: row.id },
  });
  return { id: row.id };
}
