import { formatFolio } from '@simiente/contract/exam-orders/calls';
import { and, desc, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Act } from '../../platform/act.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { Problem, toFieldProblem } from '../../platform/problem.ts';
import { examOrderStudies, examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { patients } from '../../schema/patients.ts';
import { writeAudit } from '../audit/public.ts';
import { notDeleted } from './read-orders.ts';

/** Condition for a study without an exam, or whose exam was deleted. */
export const isOpen = or(
  isNull(examOrderStudies.examId),
  sql`exists (select from ${exams} where ${exams.id} = ${examOrderStudies.examId} and ${exams.deletedAt} is not null)`,
);

interface ExamOfOrder {
  readonly orderId: string;
  readonly patientId: string;
  readonly examType: string;
  readonly examId: string;
}

/**
 * Links an exam to an order, whose state then follows the exam. The previous order of the exam becomes open again.
 * @throws Problem ORDER_NOT_OPEN if the order belongs to another patient, or does not wait for this study
 */
export async function linkOrder(
  transaction: Transaction,
  { orderId, patientId, examType, examId }: ExamOfOrder,
): Promise<void> {
  const [order] = await transaction
    .select({ id: examOrders.id })
    .from(examOrders)
    .where(
      and(
        eq(examOrders.id, orderId),
        eq(examOrders.patientId, patientId),
        isNull(examOrders.deletedAt),
      ),
    )
    .for('update');
  const { rowCount } = await transaction
    .update(examOrderStudies)
    .set({ examId, rejectedAt: null })
    .where(
      and(
        eq(examOrderStudies.orderId, order?.id ?? ''),
        eq(examOrderStudies.examType, examType),
        or(isOpen, eq(examOrderStudies.examId, examId)),
      ),
    );
  if (rowCount === 0) {
    const message = 'Esa orden no incluye este estudio o ya tiene su resultado.';
    throw toFieldProblem('ORDER_NOT_OPEN', 'idOrder', message);
  }
  await transaction
    .update(examOrderStudies)
    .set({ examId: null })
    .where(and(eq(examOrderStudies.examId, examId), ne(examOrderStudies.orderId, orderId)));
}

export async function unlinkOrder(transaction: Transaction, examId: string): Promise<void> {
  await transaction
    .update(examOrderStudies)
    .set({ examId: null })
    .where(eq(examOrderStudies.examId, examId));
}

/** The orders of a patient that wait for a study, of one laboratory or all, newest first. */
export async function openOrders(
  db: Reader,
  patientId: string,
  examType: string,
  laboratoryId?: string | null,
) {
  const rows = await db
    .select({
      idOrder: examOrders.id,
      folio: examOrders.folio,
      createdAt: examOrders.createdAt,
    })
    .from(examOrders)
    .where(
      and(
        eq(examOrders.patientId, patientId),
        isNull(examOrders.deletedAt),
        laboratoryId == null ? undefined : eq(examOrders.partnerId, laboratoryId),
        sql`exists (select from ${examOrderStudies}
          where ${examOrderStudies.orderId} = ${examOrders.id}
            and ${and(eq(examOrderStudies.examType, examType), isOpen)})`,
      ),
    )
    .orderBy(desc(examOrders.createdAt), desc(examOrders.id));
  return rows.map(({ folio, createdAt, ...order }) => ({
    ...order,
    folio: formatFolio(folio),
    createDate: createdAt.toISOString(),
  }));
}

interface RejectedStudy {
  /**
   * The order that the folio names; without a folio, the only order of the patient that waits for the study at the
   * laboratory.
   */
  readonly orderId: string | undefined;
  readonly patientId: string;
  readonly laboratoryId: string;
  readonly examType: string;
  /** The reason in the words of the laboratory. */
  readonly reason: string;
}

/**
 * Records that a laboratory rejected a study of an order. The study stays open.
 * @returns whether exactly one order matches
 */
export async function rejectStudy(
  transaction: Transaction,
  act: Act,
  { orderId, patientId, laboratoryId, examType, reason }: RejectedStudy,
): Promise<boolean> {
  const [order, ...others] = await transaction
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
  if (order === undefined || others.length > 0) return false;
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

/** Reopens the studies of an order that its laboratory rejected. Repeating it has no effect. */
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
  const { rowCount } = await transaction
    .update(examOrderStudies)
    .set({ rejectedAt: null, requestedAgainAt: sql`now()` })
    .where(and(eq(examOrderStudies.orderId, idOrder), isNotNull(examOrderStudies.rejectedAt)));
  if (rowCount) {
    await writeAudit(transaction, act, {
      action: 'exam_order.requested_again',
      subject: { kind: 'exam_order', id: idOrder },
      patientId: order.patientId,
    });
  }
  return order;
}
