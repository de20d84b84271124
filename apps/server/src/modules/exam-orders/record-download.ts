import { and, eq, isNull } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { once } from '../../platform/idempotency/once.ts';
import { Problem } from '../../platform/problem.ts';
import { examOrderDownloads, examOrders } from '../../schema/exam-orders.ts';
import { recordAudit, recordLook } from '../audit/public.ts';
import { holdPatient } from '../patients/public.ts';

/**
 * Counts a download of an order's PDF, which is made already. A repetition under the same
 * Idempotency-Key is the same download, and counts no more.
 * @throws Problem NOT_FOUND when the order does not exist, or it or its patient is deleted
 */
export async function recordDownload(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'idempotencyKey'>,
  orderId: string,
): Promise<void> {
  const patientId = await holdOrder(transaction, orderId);
  await once(transaction, context, { call: 'examOrders.pdf', input: { id: orderId } }, async () => {
    await transaction.insert(examOrderDownloads).values({ orderId, staffId: context.actor.id });
    await recordAudit(transaction, context, {
      action: 'exam_order.downloaded',
      subject: { kind: 'exam_order', id: orderId },
      patientId,
    });
    return { id: orderId };
  });
  // A repetition is not counted, but the data are sent again.
  await recordLook(transaction, context, {
    action: 'exam_order.read',
    subject: { kind: 'exam_order', id: orderId },
    patientId,
  });
}

/**
 * Locks an order and its patient, so that neither is deleted before commit.
 * @returns the patient's id
 */
async function holdOrder(transaction: Transaction, id: string): Promise<string> {
  const ofId = and(eq(examOrders.id, id), isNull(examOrders.deletedAt));
  const [order] = await transaction
    .select({ patientId: examOrders.patientId })
    .from(examOrders)
    .where(ofId);
  if (!order) throw new Problem('NOT_FOUND');
  // The patient first, which is the lock order everywhere.
  await holdPatient(transaction, order.patientId);
  const held = await transaction
    .select({ id: examOrders.id })
    .from(examOrders)
    .where(ofId)
    .for('key share');
  if (held.length === 0) throw new Problem('NOT_FOUND');
  return order.patientId;
}
