import type { MissingParents } from '@simiente/contract/trash/calls';
import { and, eq, gt, inArray, isNotNull, isNull, notInArray } from 'drizzle-orm';
import { type Act, requireCapability } from '../../platform/act.ts';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { branches } from '../../schema/partners.ts';
import { claimStoredCurp, toMissingProblem } from '../patients/public.ts';
import { restoreTimes } from './appointment-times.ts';
import { auditRecords, changeRecords } from './change-records.ts';
import { restoredVersion, type TrashKindRules, trashKindRules } from './kinds.ts';
import { restorableSince } from './list-trash.ts';

interface DeletedRow {
  readonly id: string;
  readonly deletionId: string | null;
}

/**
 * Rejects restoring records whose parent stays in the trash.
 * @param allIds all records to restore, which may include parents
 * @throws Problem RESTORE_PARENT_DELETED with those parents, by name
 */
async function rejectOrphans(
  transaction: Transaction,
  rules: TrashKindRules,
  ids: readonly string[],
  allIds: readonly string[],
): Promise<void> {
  if (!('parent' in rules)) return;
  const { kind, table: parent, id: parentId } = rules.parent;
  const missing = await transaction
    .selectDistinct({ id: parent.id, name: parent.name })
    .from(rules.table)
    .innerJoin(parent, eq(parent.id, parentId))
    .where(
      and(
        inArray(rules.table.id, [...ids]),
        isNotNull(parent.deletedAt),
        notInArray(parent.id, [...allIds]),
      ),
    )
    .orderBy(parent.name, parent.id);
  if (missing.length === 0) return;
  throw new Problem('RESTORE_PARENT_DELETED', {
    details: { parents: missing.map((row) => ({ kind, ...row })) } satisfies MissingParents,
    shows: missing.map(({ id }) => ({ kind, id, patientId: kind === 'patient' ? id : undefined })),
  });
}

/**
 * Restores records from the trash, in one transaction. With a partner, only the branches that were deleted with it are
 * restored.
 * @throws Problem NOT_FOUND if a record is not in the trash or cannot be restored
 * @throws Problem FORBIDDEN if another account deleted one, and this account may restore only its own deletions
 * @throws Problem RESTORE_OVERLAP if another appointment now has the time of a patient's appointment
 * @throws Problem RESTORE_PARENT_DELETED if the parent of one of them stays in the trash
 * @throws Problem CURP_TAKEN if another patient now has the CURP of one of them
 */
export async function restoreRecords(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  ids: readonly string[],
): Promise<{ restored: number }> {
  const restored = await changeRecords(transaction, ids, (rules, kindIds) =>
    restoreKind(transaction, context, rules, kindIds, ids),
  );
  return { restored };
}

async function restoreKind(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  rules: TrashKindRules,
  ids: readonly string[],
  allIds: readonly string[],
): Promise<void> {
  const { table } = rules;
  const rows = await transaction
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
  if (rows.length !== ids.length) throw await toMissingProblem(transaction, ids);
  if (rows.some(({ deletedBy }) => deletedBy !== context.actor.id)) {
    requireCapability(context.actor, 'trash.restoreAll');
  }
  await restoreRows(transaction, context, rules, rows, allIds, { action: 'record.restored' });
}

/** Restores and unblocks rows of one kind, with the appointments or branches that were deleted with them. */
async function restoreRows(
  transaction: Transaction,
  act: Act,
  rules: TrashKindRules,
  rows: readonly DeletedRow[],
  allIds: readonly string[],
  entry: Parameters<typeof auditRecords>[4],
): Promise<void> {
  const { kind, table } = rules;
  const ids = rows.map(({ id }) => id);
  await rejectOrphans(transaction, rules, ids, allIds);
  if (kind === 'patient') for (const id of ids) await claimStoredCurp(transaction, id);
  await transaction
    .update(table)
    .set({ ...restoredColumns(table), ...('blockedAt' in table && { blockedAt: null }) })
    .where(inArray(table.id, ids));
  if (kind === 'patient') await restoreTimes(transaction, rows);
  const branchRows = kind === 'partner' ? await restoreBranches(transaction, rows) : [];
  await auditRecords(transaction, act, rules, ids, entry, branchRows);
}

async function restoreBranches(
  transaction: Transaction,
  restored: readonly DeletedRow[],
): Promise<{ id: string }[]> {
  const branchRows: { id: string }[] = [];
  for (const { id, deletionId } of restored) {
    if (deletionId === null) continue;
    const rows = await transaction
      .update(branches)
      .set(restoredColumns(branches))
      .where(and(eq(branches.partnerId, id), eq(branches.deletionId, deletionId)))
      .returning({ id: branches.id });
    branchRows.push(...rows);
  }
  return branchRows;
}

function restoredColumns(table: TrashKindRules['table']) {
  return { deletedAt: null, deletedBy: null, deletionId: null, ...restoredVersion(table) };
}

/** The reasons for unblocking a record, one of which is audited. */
export const unblockReasons = ['error', 'titular', 'autoridad'] as const;
export type UnblockReason = (typeof unblockReasons)[number];

/**
 * Unblocks a patient or exam, and restores it.
 * @throws Problem NOT_FOUND if no blocked record has the id
 * @throws Problem RESTORE_OVERLAP if another appointment now has the time of a patient's appointment
 * @throws Problem RESTORE_PARENT_DELETED for an exam whose patient is blocked or deleted
 * @throws Problem CURP_TAKEN if another patient now has the patient's CURP
 */
export async function unblockRecord(
  transaction: Transaction,
  act: Act,
  id: string,
  reason: UnblockReason,
): Promise<void> {
  for (const rules of trashKindRules) {
    const { table } = rules;
    if (!('blockedAt' in table)) continue;
    const blocked = await transaction
      .select({ id: table.id, deletionId: table.deletionId })
      .from(table)
      .where(and(eq(table.id, id), isNotNull(table.blockedAt)))
      .for('update');
    if (blocked.length === 0) continue;
    const entry = { action: 'record.unblocked', details: { reason } } as const;
    return restoreRows(transaction, act, rules, blocked, [id], entry);
  }
  throw new Problem('NOT_FOUND');
}
