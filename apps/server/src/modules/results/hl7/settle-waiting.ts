import { lacksPatient } from '@simiente/contract/results/states';
import { eq } from 'drizzle-orm';
import type { Act } from '../../../platform/act.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { nextVersion } from '../../../platform/database/records.ts';
import { receivedResults, resultDeliveries } from '../../../schema/results.ts';
import { writeAudit } from '../../audit/public.ts';
import { attachDocuments } from '../../exams/public.ts';
import { findDocuments, type ReceivedRow, setReceivedState } from '../entering/assign-results.ts';
import { describeCritical, type ResultSetRow } from '../entering/change-set.ts';
import {
  isSameContent,
  isSameRow,
  type SentValue,
  type WrittenValue,
} from '../entering/write-values.ts';
import type { ResultOutcome } from '../import/outcome.ts';
import { findPatient, receiveSample } from '../import/receive-sample.ts';
import type { LaboratoryRow, Origin } from '../import/same-sample.ts';
import { rowsInForce } from '../reading/present.ts';
import { selectValues } from '../reading/read-rows.ts';
import { isSameMinute, lockDisputes, lockNumbered, lockSets } from './find-sent.ts';
import type { MessageResult } from './read-message.ts';
import { isOlder } from './sample-facts.ts';

/** Whether a later message identifies the patient of a sample that waits for its patient. */
export const isIdentified = async (
  transaction: Transaction,
  origin: Origin,
  { reason }: ReceivedRow,
  identity: MessageResult['identity'],
) => lacksPatient(reason) && 'patientId' in (await findPatient(transaction, origin, identity));

/** Receives a waiting sample again, with the patient of a later message. */
export async function receiveAgain(
  transaction: Transaction,
  act: Act,
  origin: Origin,
  { waiting, row, result }: { waiting: ReceivedRow; row: LaboratoryRow; result: MessageResult },
): Promise<ResultOutcome> {
  // Otherwise the sample would be a duplicate of itself.
  await transaction.delete(resultDeliveries).where(eq(resultDeliveries.receivedId, waiting.id));
  const documents = [...(row.documents ?? []), ...(await findDocuments(transaction, waiting))];
  const outcome = await receiveSample(transaction, act, origin, { ...row, documents });
  const isStored = outcome === 'entered' || outcome === 'changed';
  const stored = { ...result, sample: row.sample };
  const { sentSet = null } = isStored
    ? await lockSets(transaction, origin, result.fillerNumbers, stored)
    : {};
  await settle(transaction, act, waiting, sentSet);
  return outcome;
}

/**
 * Settles other samples that wait for their patient, once a later message with their number was stored in a patient's set.
 * The set must have all of their values, and the same minute or equal values, because laboratories reuse numbers.
 */
export async function settleWaiting(
  transaction: Transaction,
  act: Act,
  origin: Origin,
  result: MessageResult,
): Promise<void> {
  const rows = await lockNumbered(transaction, origin, result);
  const waiting = rows.filter(({ reason }) => lacksPatient(reason));
  if (waiting.length === 0) return;
  const { sentSet } = await lockSets(transaction, origin, result.fillerNumbers, result);
  if (sentSet === undefined) return;
  const inForce = rowsInForce(await selectValues(transaction, [sentSet.id]));
  for (const one of waiting) {
    const pairs = (one.values as SentValue[]).map((value) => ({
      value,
      row: inForce.find((row) => isSameRow(row, value)),
    }));
    const isSameSample =
      one.collectedTimeKnown && sentSet.collectedTimeKnown
        ? isSameMinute(one, sentSet)
        : pairs.every(({ row, value }) => row && isSameContent(row, value));
    if (isSameSample && pairs.every(({ row }) => row)) await settle(transaction, act, one, sentSet);
  }
}

/** Removes values that wait for a decision and that later values of the laboratory replaced. */
export async function settleDisputes(
  transaction: Transaction,
  act: Act,
  setId: string,
  written: readonly WrittenValue[],
): Promise<void> {
  const isReplaced = (waiting: SentValue) =>
    written.some(
      ({ value, replaces }) =>
        [value, replaces].some((row) => row && isSameRow(row, waiting)) &&
        !isOlder(value.sentAt, waiting.sentAt),
    );
  for (const row of await lockDisputes(transaction, setId)) {
    const values = (row.values as SentValue[]).filter((value) => !isReplaced(value));
    if (values.length === 0) {
      // If the laboratory sends the value again, it waits again.
      await transaction.delete(resultDeliveries).where(eq(resultDeliveries.receivedId, row.id));
      await settle(transaction, act, row, null);
    } else {
      const critical = await describeCritical(transaction, row, values);
      await transaction
        .update(receivedResults)
        .set({ values, critical, ...nextVersion(receivedResults) })
        .where(eq(receivedResults.id, row.id));
    }
  }
}

/** Ends the review of a sample: it is assigned to the set that contains it, or discarded without one. */
async function settle(
  transaction: Transaction,
  act: Act,
  waiting: ReceivedRow,
  set: ResultSetRow | null,
): Promise<void> {
  const { id } = waiting;
  const { examId = null, patientId = null } = set ?? {};
  if (examId !== null) {
    await attachDocuments(transaction, act, examId, await findDocuments(transaction, waiting));
  }
  const assigned = set ? { patientId, setId: set.id } : {};
  await setReceivedState(transaction, id, set ? 'assigned' : 'discarded', null, assigned);
  await writeAudit(transaction, act, {
    action: set ? 'received_result.assigned' : 'received_result.discarded',
    subject: examId ? { kind: 'exam', id: examId } : { kind: 'received_result', id },
    patientId,
    details: { received: id },
  });
}
