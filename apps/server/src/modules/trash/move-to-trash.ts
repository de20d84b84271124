import { randomUUID } from 'node:crypto';
import { and, inArray, isNull, sql } from 'drizzle-orm';
import { may, requireCapability } from '../../platform/act.ts';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { toFieldProblem } from '../../platform/problem.ts';
import { branches } from '../../schema/partners.ts';
import { resultSets } from '../../schema/results.ts';
import { requireOwnExams } from '../exams/public.ts';
import { toMissingProblem } from '../patients/public.ts';
import { releaseTimes } from './appointment-times.ts';
import { auditRecords, changeRecords } from './change-records.ts';
import { editedColumns, type TrashKindRules } from './kinds.ts';

/**
 * Moves records of any kind to the trash, in one transaction. A partner's branches move with the partner.
 * @throws Problem FORBIDDEN if the account may not delete one of them
 * @throws Problem NOT_FOUND if one of them does not exist, is already deleted, or is of a kind without a trash
 * @throws Problem PATIENT_MERGED for the id of a merged patient
 * @throws Problem BAD_REQUEST for an exam with results, without a reason
 */
export async function moveToTrash(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  ids: readonly string[],
  reason: string | null = null,
  action: Deletion['action'] = 'record.deleted',
): Promise<{ deleted: number }> {
  const deletion = { id: randomUUID(), by: context.actor.id, reason, action };
  const deleted = await changeRecords(transaction, ids, (rules, kindIds) =>
    moveKind(transaction, context, rules, kindIds, deletion),
  );
  return { deleted };
}

/** @throws Problem FORBIDDEN */
export async function requireDeletable(
  transaction: Transaction,
  actor: StaffContext['actor'],
  { kind, capability }: Pick<TrashKindRules, 'kind' | 'capability'>,
  ids: readonly string[],
): Promise<void> {
  if (may(actor, 'trash.putMany')) return;
  requireCapability(actor, capability);
  if (kind === 'exam') await requireOwnExams(transaction, actor, ids);
}

interface Deletion {
  readonly id: string;
  readonly by: string;
  readonly reason: string | null;
  readonly action: 'record.deleted' | 'record.blocked';
}

async function moveKind(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  rules: TrashKindRules,
  ids: readonly string[],
  deletion: Deletion,
): Promise<void> {
  const { kind, table } = rules;
  await requireDeletable(transaction, context.actor, rules, ids);
  if (kind === 'exam' && deletion.reason === null) await rejectExamsWithResults(transaction, ids);
  const removed = await transaction
    .update(table)
    .set(deletedColumns(table, deletion))
    .where(and(inArray(table.id, ids), isNull(table.deletedAt)))
    .returning({ id: table.id });
  if (removed.length !== ids.length) throw await toMissingProblem(transaction, ids);
  if (kind === 'patient') await releaseTimes(transaction, ids, deletion);
  const branchRows = kind === 'partner' ? await moveBranches(transaction, ids, deletion) : [];
  const entry = { action: deletion.action, details: { deletion: deletion.id } };
  await auditRecords(transaction, context, rules, ids, entry, branchRows);
}

/** @throws Problem BAD_REQUEST for exams with results, whose deletion needs a reason */
async function rejectExamsWithResults(
  transaction: Transaction,
  examIds: readonly string[],
): Promise<void> {
  const results = await transaction.$count(resultSets, inArray(resultSets.examId, [...examIds]));
  if (results === 0) return;
  const message = 'Este estudio tiene resultados. Escribe el motivo para eliminarlo.';
  throw toFieldProblem('BAD_REQUEST', 'reason', message);
}

async function moveBranches(
  transaction: Transaction,
  partnerIds: readonly string[],
  deletion: Deletion,
): Promise<{ id: string }[]> {
  return transaction
    .update(branches)
    .set(deletedColumns(branches, deletion))
    .where(and(inArray(branches.partnerId, partnerIds), isNull(branches.deletedAt)))
    .returning({ id: branches.id });
}

function deletedColumns(table: TrashKindRules['table'], { id, by, reason }: Deletion) {
  return {
    deletedAt: sql`now()`,
    deletedBy: by,
    deletionId: id,
    ...('deletionReason' in table && { deletionReason: reason }),
    ...editedColumns(table),
  };
}
