import { and, eq, isNotNull } from 'drizzle-orm';
import type { Act } from '../../platform/act.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { exams } from '../../schema/exams.ts';
import { patients } from '../../schema/patients.ts';
import { writeAudit } from '../audit/public.ts';
import { claimCurpAgain } from '../patients/public.ts';
import { takeTimes } from './appointment-times.ts';
import { trashKinds, writtenBack } from './kinds.ts';
import { refuseOrphans } from './restore.ts';

/** The reasons for using a blocked record again, one of which is audited. */
export const unblockReasons = ['error', 'titular', 'autoridad'] as const;
export type UnblockReason = (typeof unblockReasons)[number];

/**
 * Unblocks a patient or exam, as a restore would have.
 * @throws Problem NOT_FOUND when no blocked record has the id
 * @throws Problem RESTORE_OVERLAP when another appointment has a patient's time by now
 * @throws Problem RESTORE_PARENT_DELETED when it is an exam whose patient is blocked or deleted
 * @throws Problem CURP_TAKEN when another patient has a patient's CURP by now
 */
export async function unblockRecord(
  transaction: Transaction,
  act: Act,
  id: string,
  reason: UnblockReason,
): Promise<void> {
  for (const of of trashKinds) {
    if (of.kind !== 'patient' && of.kind !== 'exam') continue;
    const table = of.kind === 'patient' ? patients : exams;
    const blocked = and(eq(table.id, id), isNotNull(table.blockedAt));
    const [found] = await transaction
      .select({ id: table.id, deletionId: table.deletionId })
      .from(table)
      .where(blocked)
      .for('update');
    if (found === undefined) continue;
    await refuseOrphans(transaction, of, [id], []);
    if (of.kind === 'patient') await claimCurpAgain(transaction, id);
    const [back] = await transaction
      .update(table)
      .set({
        blockedAt: null,
        deletedAt: null,
        deletedBy: null,
        deletionId: null,
        ...writtenBack(table),
      })
      .where(eq(table.id, id))
      .returning();
    if (of.kind === 'patient') await takeTimes(transaction, [found]);
    const patientId = back !== undefined && 'patientId' in back ? back.patientId : id;
    await writeAudit(transaction, act, {
      action: 'record.unblocked',
      subject: { kind: of.kind, id },
      patientId,
      details: { reason },
    });
    return;
  }
  throw new Problem('NOT_FOUND');
}
