import type { newOrder } from '@simiente/contract/exam-orders/calls';
import { and, eq, isNull } from 'drizzle-orm';
import type * as z from 'zod';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { newRecordId } from '../../platform/database/record-id.ts';
import { Problem } from '../../platform/problem.ts';
import { examOrders } from '../../schema/exam-orders.ts';
import { branches, partners } from '../../schema/partners.ts';
import { writeAudit } from '../audit/public.ts';
import { lockPatient } from '../patients/public.ts';
import { pickExams } from './search-branches.ts';

/**
 * Creates a patient's order for exams that a branch offers.
 * @returns its id; the database sets its folio
 * @throws Problem NOT_FOUND when the patient or branch does not exist, or it or its partner is deleted
 * @throws Problem EXAM_NOT_OFFERED
 */
export async function createOrder(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  { idUser, idBranch, exams }: z.output<typeof newOrder>,
): Promise<{ id: string }> {
  // Before the patient: partner, branch and patient are locked in this order.
  const branch = await lockBranch(transaction, idBranch);
  await lockPatient(transaction, idUser);
  const picked = pickExams(branch.exams, exams);
  const id = newRecordId('ord');
  await transaction.insert(examOrders).values({
    id,
    patientId: idUser,
    branchId: idBranch,
    partnerId: branch.partnerId,
    exams: picked,
    createdBy: context.actor.id,
  });
  await writeAudit(transaction, context, {
    action: 'exam_order.created',
    subject: { kind: 'exam_order', id },
    patientId: idUser,
    // The names of exams are health data; their number is not.
    details: { branch: idBranch, exams: picked.length },
  });
  return { id };
}

/** Locks a branch, so that neither it nor its partner is deleted before commit. */
async function lockBranch(transaction: Transaction, id: string) {
  const partnerId = transaction
    .select({ id: branches.partnerId })
    .from(branches)
    .where(eq(branches.id, id));
  const [partner] = await transaction
    .select({ id: partners.id })
    .from(partners)
    .where(and(eq(partners.id, partnerId), isNull(partners.deletedAt)))
    .for('key share');
  const [branch] = await transaction
    .select({ partnerId: branches.partnerId, exams: branches.exams })
    .from(branches)
    .where(and(eq(branches.id, id), isNull(branches.deletedAt)))
    .for('share');
  if (branch && branch.partnerId === partner?.id) return branch;
  throw new Problem('NOT_FOUND', {
    issues: [{ path: 'idBranch', message: 'Esta sucursal ya no existe' }],
  });
}
