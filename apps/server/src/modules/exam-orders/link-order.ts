import { formatFolio } from '@simiente/contract/exam-orders/calls';
import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { examOrderStudies, examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';

/** Whether a study has no exam yet, or its exam was deleted. */
export const isOpen = or(
  isNull(examOrderStudies.examId),
  sql`exists (select from ${exams} where ${exams.id} = ${examOrderStudies.examId} and ${exams.deletedAt} is not null)`,
);

interface Answer {
  readonly orderId: string;
  readonly patientId: string;
  readonly examType: string;
  readonly examId: string;
}

/**
 * Links an exam to an order, whose state follows the exam. The order that the exam answered before is open again.
 * @throws Problem ORDER_NOT_OPEN if the order belongs to another patient, or does not wait for this study
 */
export async function linkOrder(transaction: Transaction, answer: Answer): Promise<void> {
  const { orderId, patientId, examType, examId } = answer;
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
  const linked =
    order &&
    (await transaction
      .update(examOrderStudies)
      .set({ examId, rejectedAt: null })
      .where(
        and(
          eq(examOrderStudies.orderId, orderId),
          eq(examOrderStudies.examType, examType),
          or(isOpen, eq(examOrderStudies.examId, examId)),
        ),
      )
      .returning({ position: examOrderStudies.position }));
  if (!linked?.length) {
    const issues = [
      { path: 'idOrder', message: 'Esa orden no incluye este estudio o ya tiene su resultado.' },
    ];
    throw new Problem('ORDER_NOT_OPEN', { issues });
  }
  await transaction
    .update(examOrderStudies)
    .set({ examId: null })
    .where(
      and(eq(examOrderStudies.examId, examId), sql`${examOrderStudies.orderId} <> ${orderId}`),
    );
}

/** Removes the link from an exam to its order. */
export async function unlinkOrder(transaction: Transaction, examId: string): Promise<void> {
  await transaction
    .update(examOrderStudies)
    .set({ examId: null })
    .where(eq(examOrderStudies.examId, examId));
}

/** The orders of a patient that wait for a study, newest first. */
export async function openOrders(db: Reader, patientId: string, examType: string) {
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
