import type { MissingParents } from '@simiente/contract/trash/calls';
import { and, eq, gt, inArray, isNotNull, isNull, notInArray } from 'drizzle-orm';
import { type Act, requireCapability } from '../../platform/act.ts';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { writeAudit } from '../audit/public.ts';
import { claimCurpAgain, toMissingPatient } from '../patients/public.ts';
import { takeTimes } from './appointment-times.ts';
import { auditRecords, changeRecords } from './change-records.ts';
import { type TrashKind, trashKinds, writtenBack } from './kinds.ts';
import { restorableSince } from './list-trash.ts';

/** The parent of each kind of record, without which a restored record could not be found. */
const parents = {
  exam: { kind: 'patient', table: exams, parent: patients, parentId: exams.patientId },
  exam_order: {
    kind: 'patient',
    table: examOrders,
    parent: patients,
    parentId: examOrders.patientId,
  },
  branch: { kind: 'partner', table: branches, parent: partners, parentId: branches.partnerId },
} as const;

/**
 * Rejects restoring records whose parent stays in the trash.
 * @param wanted all records to restore, which may include parents
 * @throws Problem RESTORE_PARENT_DELETED with those parents, by name
 */
async function refuseOrphans(
  transaction: Transaction,
  { kind }: Pick<TrashKind, 'kind'>,
  ids: readonly string[],
  wanted: readonly string[],
): Promise<void> {
  if (kind !== 'exam' && kind !== 'exam_order' && kind !== 'branch') return;
  const { table, parent, parentId, kind: parentKind } = parents[kind];
  const missing = await transaction
    .selectDistinct({ id: parent.id, name: parent.name })
    .from(table)
    .innerJoin(parent, eq(parent.id, parentId))
    .where(
      and(
        inArray(table.id, [...ids]),
        isNotNull(parent.deletedAt),
        notInArray(parent.id, [...wanted]),
      ),
    )
    .orderBy(parent.name, parent.id);
  if (missing.length === 0) return;
  const details: MissingParents = {
    parents: missing.map((found) => ({ kind: parentKind, ...found })),
  };
  throw new Problem('RESTORE_PARENT_DELETED', {
    details,
    shows: missing.map(({ id }) => ({
      kind: parentKind,
      id,
      ...(parentKind === 'patient' ? { patientId: id } : {}),
    })),
  });
}

/**
 * Restores records from the trash, in one transaction; a partner includes only the branches that were deleted with
 * it.
 * @throws Problem NOT_FOUND when one of them is not in the trash, or longer than 30 days
 * @throws Problem FORBIDDEN when another account deleted one, and this account may restore only its own
 * @throws Problem RESTORE_OVERLAP when another appointment now has a patient's time
 * @throws Problem RESTORE_PARENT_DELETED when the parent of one of them is in the trash and not given
 * @throws Problem CURP_TAKEN when another patient now has the CURP of one of them
 */
export async function restoreRecords(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  ids: readonly string[],
): Promise<{ restored: number }> {
  const restored = await changeRecords(transaction, ids, (kind, ofKind) =>
    restoreKind(transaction, context, kind, ofKind, ids),
  );
  return { restored };
}

async function restoreKind(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  of: TrashKind,
  ids: readonly string[],
  wanted: readonly string[],
): Promise<void> {
  const { kind, table } = of;
  const found = await transaction
    .select({ id: table.id, deletionId: table.deletionId, deletedBy: table.deletedBy })
    .from(table)
    .where(
      and(
        inArray(table.id, ids),
        gt(table.deletedAt, restorableSince),
        'blockedAt' in table ? isNull(table.blockedAt) : undefined,
        'mergedInto' in table ? isNull(table.mergedInto) : undefined,
      ),
    );
  if (found.length !== ids.length) throw await toMissingPatient(transaction, ids);
  if (found.some(({ deletedBy }) => deletedBy !== context.actor.id)) {
    requireCapability(context.actor, 'trash.restoreAll');
  }
  await refuseOrphans(transaction, of, ids, wanted);
  if (kind === 'patient') for (const id of ids) await claimCurpAgain(transaction, id);
  await transaction.update(table).set(restoredColumns(table)).where(inArray(table.id, ids));
  if (kind === 'patient') await takeTimes(transaction, found);
  const along = kind === 'partner' ? await restoreBranches(transaction, found) : [];
  await auditRecords(transaction, context, of, ids, { action: 'record.restored' }, along);
}

async function restoreBranches(
  transaction: Transaction,
  restored: readonly { id: string; deletionId: string | null }[],
): Promise<{ id: string }[]> {
  const along: { id: string }[] = [];
  for (const { id, deletionId } of restored) {
    if (deletionId === null) continue;
    const back = await transaction
      .update(branches)
      .set(restoredColumns(branches))
      .where(and(eq(branches.partnerId, id), eq(branches.deletionId, deletionId)))
      .returning({ id: branches.id });
    along.push(...back);
  }
  return along;
}

function restoredColumns(table: TrashKind['table']) {
  return {
    deletedAt: null,
    deletedBy: null,
    deletionId: null,
    ...writtenBack(table),
  };
}

/** The reasons for unblocking a record, one of which is audited. */
export const unblockReasons = ['error', 'titular', 'autoridad'] as const;
export type UnblockReason = (typeof unblockReasons)[number];

/**
 * Unblocks a patient or exam, and restores it.
 * @throws Problem NOT_FOUND when no blocked record has the id
 * @throws Problem RESTORE_OVERLAP when another appointment now has a patient's time
 * @throws Problem RESTORE_PARENT_DELETED when it is an exam whose patient is blocked or deleted
 * @throws Problem CURP_TAKEN when another patient now has a patient's CURP
 */
export async function unblockRecord(
  transaction: Transaction,
  act: Act,
  id: string,
  reason: UnblockReason,
): Promise<void> {
  for (const kind of trashKinds) {
    if (kind.kind !== 'patient' && kind.kind !== 'exam') continue;
    const table = kind.kind === 'patient' ? patients : exams;
    const blocked = and(eq(table.id, id), isNotNull(table.blockedAt));
    const [found] = await transaction
      .select({ id: table.id, deletionId: table.deletionId })
      .from(table)
      .where(blocked)
      .for('update');
    if (found === undefined) continue;
    await refuseOrphans(transaction, kind, [id], []);
    if (kind.kind === 'patient') await claimCurpAgain(transaction, id);
    const [back] = await transaction
      .update(table)
      .set({ blockedAt: null, ...restoredColumns(table) })
      .where(eq(table.id, id))
      .returning();
    if (kind.kind === 'patient') await takeTimes(transaction, [found]);
    const patientId = back !== undefined && 'patientId' in back ? back.patientId : id;
    await writeAudit(transaction, act, {
      action: 'record.unblocked',
      subject: { kind: kind.kind, id },
      patientId,
      details: { reason },
    });
    return;
  }
  throw new Problem('NOT_FOUND');
}
