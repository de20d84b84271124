import { and, eq, isNotNull } from 'drizzle-orm';
import type { Act } from '../../platform/act.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { exams } from '../../schema/exams.ts';
import { patients } from '../../schema/patients.ts';
import { recordAudit } from '../audit/public.ts';
import { takeTimeAgain } from './held-time.ts';
import { binKinds, writtenBack } from './kinds.ts';
import { refuseOrphans } from './refuse-orphans.ts';

/** Why a blocked record may be used again; nothing else is a reason, and the audit has which it was. */
export const unblockReasons = ['error', 'titular', 'autoridad'] as const;
export type UnblockReason = (typeof unblockReasons)[number];

/**
 * Brings a blocked patient or exam back into use, as a restoration from the bin would have.
 *
 * @throws Problem NOT_FOUND when nothing of that id is blocked
 * @throws Problem RESTORE_OVERLAP when somebody else has the time of a patient's appointment by now
 * @throws Problem RESTORE_PARENT_DELETED when it is an exam whose patient is blocked or in the bin
 */
export async function unblockRecord(
  transaction: Transaction,
  act: Act,
  id: string,
  reason: UnblockReason,
): Promise<void> {
  for (const of of binKinds) {
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
    if (of.kind === 'patient') await takeTimeAgain(transaction, [found]);
    const patientId = back !== undefined && 'patientId' in back ? back.patientId : id;
    await recordAudit(transaction, act, {
      action: 'record.unblocked',
      subject: { kind: of.kind, id },
      patientId,
      details: { reason },
    });
    return;
  }
  throw new Problem('NOT_FOUND');
}
