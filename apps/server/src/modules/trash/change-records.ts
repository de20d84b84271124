import type { RecordKind } from '@simiente/contract/common/record-kinds';
import { inArray, or, type SQL } from 'drizzle-orm';
import type { Act } from '../../platform/act.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { recordIds } from '../../schema/operation/installation.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import { type AuditEntry, writeAudit } from '../audit/public.ts';
import { type KindTable, type TrashKind, trashKinds } from './kinds.ts';

/**
 * Changes records of any kinds, and returns their number.
 * @param ids duplicates count once
 * @param change changes the records of one kind
 * @throws Problem NOT_FOUND if one of them does not exist or is of a kind without a trash
 */
export async function changeRecords(
  transaction: Transaction,
  ids: readonly string[],
  change: (kind: TrashKind, ids: readonly string[]) => Promise<void>,
): Promise<number> {
  const uniqueIds = [...new Set(ids)];
  const registered = await transaction
    .select()
    .from(recordIds)
    .where(inArray(recordIds.id, uniqueIds));
  await lockRecords(transaction, registered);
  let changed = 0;
  for (const kind of trashKinds) {
    const kindIds = registered.filter((record) => record.kind === kind.kind).map(({ id }) => id);
    if (kindIds.length > 0) await change(kind, kindIds);
    changed += kindIds.length;
  }
  if (changed !== uniqueIds.length) throw new Problem('NOT_FOUND');
  return changed;
}

/**
 * Audits an act on each record, and on the branches that the act on their partner included. The row of an exam or an
 * order also has its patient.
 */
export async function auditRecords(
  transaction: Transaction,
  act: Act,
  kind: KindTable,
  ids: readonly string[],
  entry: Pick<AuditEntry, 'action' | 'details'>,
  branchRows: readonly { readonly id: string }[] = [],
): Promise<void> {
  const patientIds = await findPatientIds(transaction, kind, ids);
  await writeAudit(
    transaction,
    act,
    ...ids.map((id) => ({
      ...entry,
      subject: { kind: kind.kind, id },
      patientId: patientIds.get(id),
    })),
    ...branchRows.map(({ id }) => ({ ...entry, subject: { kind: 'branch' as const, id } })),
  );
}

/** The patients of exams and orders, by the id of the record. */
async function findPatientIds(
  transaction: Transaction,
  { kind, table }: KindTable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (kind !== 'exam' && kind !== 'exam_order') return new Map();
  const rows = await transaction
    .select({ id: table.id, patientId: table.patientId })
    .from(table)
    .where(inArray(table.id, [...ids]));
  return new Map(rows.map(({ id, patientId }) => [id, patientId]));
}

/**
 * Locks the records to delete or restore, a branch's partner and a partner's branches. The order of kinds and, within a
 * kind, of ids is the same everywhere, so that concurrent changes do not deadlock.
 */
async function lockRecords(
  transaction: Transaction,
  records: readonly { readonly id: string; readonly kind: RecordKind }[],
): Promise<void> {
  const getIds = (kind: RecordKind) =>
    records.filter((record) => record.kind === kind).map(({ id }) => id);
  const partnerIds = getIds('partner');
  const branchIds = getIds('branch');
  const parents = transaction
    .select({ id: branches.partnerId })
    .from(branches)
    .where(inArray(branches.id, branchIds));
  await lock(
    transaction,
    partners,
    or(inArray(partners.id, partnerIds), inArray(partners.id, parents)),
  );
  await lock(
    transaction,
    branches,
    or(inArray(branches.id, branchIds), inArray(branches.partnerId, partnerIds)),
  );
  await lock(transaction, patients, inArray(patients.id, getIds('patient')));
  await lock(transaction, exams, inArray(exams.id, getIds('exam')));
  await lock(transaction, examOrders, inArray(examOrders.id, getIds('exam_order')));
  await lock(transaction, prospects, inArray(prospects.id, getIds('prospect')));
}

async function lock(
  transaction: Transaction,
  table: TrashKind['table'],
  where: SQL | undefined,
): Promise<void> {
  await transaction
    .select({ id: table.id })
    .from(table)
    .where(where)
    .orderBy(table.id)
    .for('update');
}
