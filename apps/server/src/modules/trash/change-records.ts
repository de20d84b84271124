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
 * Makes one change of all given records, of any kinds, and returns their number.
 * @param ids repetitions count once
 * @param change of the records of one kind; never called without records
 * @throws Problem NOT_FOUND when one of them does not exist or is of a kind without a trash
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
    const ids = registered.filter((record) => record.kind === kind.kind).map(({ id }) => id);
    if (ids.length > 0) await change(kind, ids);
    changed += ids.length;
  }
  if (changed !== uniqueIds.length) throw new Problem('NOT_FOUND');
  return changed;
}

/**
 * Audits an act on each record, and on the branches that went along with their partner. A row is about the patient of
 * an exam or an order too.
 */
export async function auditRecords(
  transaction: Transaction,
  act: Act,
  of: KindTable,
  ids: readonly string[],
  entry: Pick<AuditEntry, 'action' | 'details'>,
  along: readonly { readonly id: string }[] = [],
): Promise<void> {
  const getPatient = await findPatients(transaction, of, ids);
  await writeAudit(
    transaction,
    act,
    ...ids.map((id) => ({ ...entry, subject: { kind: of.kind, id }, ...getPatient(id) })),
    ...along.map(({ id }) => ({ ...entry, subject: { kind: 'branch' as const, id } })),
  );
}

/** The patient of a record for the audit: the patient itself, or that of an exam or order. */
async function findPatients(
  transaction: Transaction,
  { kind, table }: KindTable,
  ids: readonly string[],
): Promise<(id: string) => Pick<AuditEntry, 'patientId'>> {
  if (kind === 'patient') return (id) => ({ patientId: id });
  if (kind !== 'exam' && kind !== 'exam_order') return () => ({});
  const rows = await transaction
    .select({ id: table.id, patientId: table.patientId })
    .from(table)
    .where(inArray(table.id, [...ids]));
  const patientById = new Map(rows.map(({ id, patientId }) => [id, { patientId }]));
  return (id) => patientById.get(id) ?? {};
}

/**
 * Locks the records to delete or restore, and their relatives: a branch's partner, a partner's branches. The order
 * of kinds and, within a kind, of ids is the same everywhere, so that concurrent changes wait instead of
 * deadlocking.
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
