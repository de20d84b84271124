import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Act } from '../../platform/act.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { examOrderStudies, examOrders } from '../../schema/exam-orders.ts';
import { patients } from '../../schema/patients.ts';
import { writeAudit } from '../audit/public.ts';
import { isOpen } from './link-order.ts';
import { notDeleted } from './read-orders.ts';

interface Rejected {
  /** Named by its folio; without one, the only order of the patient that waits for the study at the laboratory. */
  readonly orderId: string | undefined;
  readonly patientId: string;
  readonly laboratoryId: string;
  readonly examType: string;
  /** The reason in the words of the laboratory. */
  readonly reason: string;
}

/**
 * Records that a laboratory will not make a study of an order, which stays open.
 * @returns whether the order exists
 */
export async function rejectStudy(
  transaction: Transaction,
  act: Act,
  { orderId, patientId, laboratoryId, examType, reason }: Rejected,
): Promise<boolean> {
  const orders = await transaction
    .selectDistinct({ id: examOrders.id })
    .from(examOrderStudies)
    .innerJoin(examOrders, eq(examOrders.id, examOrderStudies.orderId))
    .where(
      and(
        eq(examOrders.patientId, patientId),
        orderId === undefined ? eq(examOrders.partnerId, laboratoryId) : eq(examOrders.id, orderId),
        isNull(examOrders.deletedAt),
        eq(examOrderStudies.examType, examType),
        isOpen,
      ),
    );
  const [order, other] = orders;
  if (order === undefined || other !== undefined) return false;
  await transaction
    .update(examOrderStudies)
    .set({ rejectedAt: sql`now()`, rejection: reason })
    .where(
      and(eq(examOrderStudies.orderId, order.id), eq(examOrderStudies.examType, examType), isOpen),
    );
  await writeAudit(transaction, act, {
    action: 'exam_order.rejected',
    subject: { kind: 'exam_order', id: order.id },
    patientId,
  });
  return true;
}

/**
 * Reopens the studies of an order that its laboratory rejected. A repetition changes nothing.
 * @throws Problem NOT_FOUND when the order does not exist, or it or its patient is deleted
 */
export async function requestAgain(
  transaction: Transaction,
  act: Act,
  { idOrder }: { readonly idOrder: string },
): Promise<{ id: string; patientId: string }> {
  const [order] = await transaction
    .select({ id: examOrders.id, patientId: examOrders.patientId })
    .from(examOrders)
    .innerJoin(patients, eq(patients.id, examOrders.patientId))
    .where(and(eq(examOrders.id, idOrder), notDeleted))
    .for('update', { of: examOrders });
  if (order === undefined) throw new Problem('NOT_FOUND');
  const again = await transaction
    .update(examOrderStudies)
    .set({ rejectedAt: null, requestedAgainAt: sql`now()` })
    .where(
      and(eq(examOrderStudies.orderId, idOrder), sql`${examOrderStudies.rejectedAt} is not null`),
    )
    .returning({ position: examOrderStudies.position });
  if (again.length > 0) {
    await writeAudit(transaction, act, {
      action: 'exam_order.requested_again',
      subject: { kind: 'exam_order', id: idOrder },
      patientId: order.patientId,
    });
  }
  return order;
}
