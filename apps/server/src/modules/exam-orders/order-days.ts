import type { StudyDays } from '@simiente/contract/exam-orders/calls';
import { USUAL_WAIT } from '@simiente/contract/exam-orders/states';
import { offeredExamTypes } from '@simiente/contract/exams/calls';
import { and, eq, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { examOrderStudies, examOrders, studyWaits } from '../../schema/exam-orders.ts';
import { writeAudit } from '../audit/public.ts';
import { isOpen } from './link-order.ts';

/** After how many days an order is overdue, for every offered study and those with days of their own. */
export async function readDays(db: Reader): Promise<StudyDays[]> {
  const chosen = new Map(
    (await db.select().from(studyWaits)).map(({ examType, days }) => [examType, days]),
  );
  const types = [...new Set([...offeredExamTypes, ...[...chosen.keys()].toSorted()])];
  return types.map((examType) => ({
    examType,
    days: chosen.get(examType) ?? USUAL_WAIT,
    isChosen: chosen.has(examType),
  }));
}

/** Changes after how many days a study is overdue, of open orders too. */
export async function setDays(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  { examType, days }: { readonly examType: string; readonly days: number },
): Promise<void> {
  const row = { days, changedAt: sql`now()`, changedBy: context.actor.id };
  await transaction
    .insert(studyWaits)
    .values({ examType, ...row })
    .onConflictDoUpdate({ target: studyWaits.examType, set: row });
  // A trigger derives the orders' own due times, and those of studies that open again later.
  await transaction
    .update(examOrderStudies)
    .set({
      dueAt: sql`coalesce(${examOrderStudies.requestedAgainAt}, ${examOrders.createdAt}) + study_wait(${examType})`,
    })
    .from(examOrders)
    .where(
      and(
        eq(examOrders.id, examOrderStudies.orderId),
        eq(examOrderStudies.examType, examType),
        isOpen,
      ),
    );
  await writeAudit(transaction, context, {
    action: 'exam_order_days.set',
    details: { type: examType, days },
  });
}
