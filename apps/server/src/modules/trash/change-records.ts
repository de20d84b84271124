import { inArray, or, type SQL } from 'drizzle-orm';
import type { Act } from '../../platform/act.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { recordIds } from '../../schema/operation/installation.ts';
import { branches, partners } from '../../schema/partners.ts';
import { type AuditEntry, writeAudit } from '../audit/public.ts';
import { type TrashKindRules, trashKindRules } from './kinds.ts';

/**
 * Changes records of any kinds, and returns their number.
 * @param ids duplicates count once
 * @param change changes the records of one kind
 * @throws Problem NOT_FOUND if one of them does not exist or is of a kind without a trash
 */
export async function changeRecords(
  transaction: Transaction,
  ids: readonly string[],
  change: (rules: TrashKindRules, ids: readonly string[]) => Promise<void>,
): Promise<number> {
  const idsByKind = await findKinds(transaction, ids);
  await lockRecords(transaction, idsByKind);
  let changed = 0;
  for (const [rules, kindIds] of idsByKind) {
    await change(rules, kindIds);
    changed += kindIds.length;
  }
  if (changed !== new Set(ids).size) throw new Problem('NOT_FOUND');
  return changed;
}

/** The ids of records that have a trash, by kind. Unknown ids are left out. */
export async function findKinds(
  transaction: Transaction,
  ids: readonly string[],
): Promise<Map<TrashKindRules, string[]>> {
  const registered = await transaction
    .select()
    .from(recordIds)
    .where(inArray(recordIds.id, [...ids]));
  const byKind = trashKindRules.map((rules) => {
    const records = registered.filter(({ kind }) => kind === rules.kind);
    return [rules, records.map(({ id }) => id)] as const;
  });
  return new Map(byKind.filter(([, kindIds]) => kindIds.length > 0));
}

/**
 * Audits an action on each record, and on the branches that the action on their partner included. The row of an exam or
 * order also has its patient.
 */
export async function auditRecords(
  transaction: Transaction,
  act: Act,
  rules: TrashKindRules,
  ids: readonly string[],
  entry: Pick<AuditEntry, 'action' | 'details'>,
  branchRows: readonly { readonly id: string }[] = [],
): Promise<void> {
  const patientIds = await findPatientIds(transaction, rules, ids);
  await writeAudit(
    transaction,
    act,
    ...ids.map((id) => ({
      ...entry,
      subject: { kind: rules.kind, id },
      patientId: patientIds.get(id),
    })),
    ...branchRows.map(({ id }) => ({ ...entry, subject: { kind: 'branch' as const, id } })),
  );
}

/** The patients of exams and orders, by the id of the record. */
async function findPatientIds(
  transaction: Transaction,
  { kind, table }: TrashKindRules,
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
  idsByKind: ReadonlyMap<TrashKindRules, string[]>,
): Promise<void> {
  const getIds = (name: TrashKindRules['kind']) =>
    [...idsByKind].flatMap(([{ kind }, ids]) => (kind === name ? ids : []));
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
  for (const { kind, table } of trashKindRules) {
    if (kind === 'partner' || kind === 'branch') continue;
    await lock(transaction, table, inArray(table.id, getIds(kind)));
  }
}

async function lock(
  transaction: Transaction,
  table: TrashKindRules['table'],
  where: SQL | undefined,
): Promise<void> {
  await transaction
    .select({ id: table.id })
    .from(table)
    .where(where)
    .orderBy(table.id)
    .for('update');
}
