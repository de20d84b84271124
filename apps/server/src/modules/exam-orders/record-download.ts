import { and, eq, isNull } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { once } from '../../platform/idempotency/once.ts';
import { Problem } from '../../platform/problem.ts';
import { examOrderDownloads, examOrders } from '../../schema/exam-orders.ts';
import { recordAudit, recordLook } from '../audit/public.ts';
import { holdPatient } from '../patients/public.ts';

/**
 * Counts one download of an order's PDF, which is made by then. A repetition under the same
 * Idempotency-Key is the same download: it is let through and counts no more.
 *
 * @throws Problem NOT_FOUND when there is no such order, or it or its patient is in the bin
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
  // One that is not counted again leaves the building again.
  await recordLook(transaction, context, {
    action: 'exam_order.read',
    subject: { kind: 'exam_order', id: orderId },
    patientId,
  });
}

/** Keeps an order and its patient out of the bin until the transaction ends. Gives the patient's id. */
async function holdOrder(transaction: Transaction, id: string): Promise<string> {
  const ofId = and(eq(examOrders.id, id), isNull(examOrders.deletedAt));
  const [order] = await transaction
    .select({ patientId: examOrders.patientId })
    .from(examOrders)
    .where(ofId);
  if (!order) throw new Problem('NOT_FOUND');
  // The patient first: everybody locks in this order.
  await holdPatient(transaction, order.patientId);
  const held = await transaction
    .select({ id: examOrders.id })
    .from(examOrders)
    .where(ofId)
    .for('key share');
  if (held.length === 0) throw new Problem('NOT_FOUND');
  return order.patientId;
}
