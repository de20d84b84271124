import type { RecordKind } from '@simiente/contract/common/record-kinds';
import { inArray, or, type SQL } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import type { BinKind } from './kinds.ts';

/**
 * Locks the records to be deleted or restored, and their relatives: a branch's partner, a partner's
 * branches. The order of kinds and, within a kind, of ids is the same everywhere, so that concurrent
 * changes wait for each other instead of deadlocking.
 */
export async function lockRecords(
  transaction: Transaction,
  records: readonly { readonly id: string; readonly kind: RecordKind }[],
): Promise<void> {
  const idsOf = (kind: RecordKind) =>
    records.filter((record) => record.kind === kind).map(({ id }) => id);
  const partnerIds = idsOf('partner');
  const branchIds = idsOf('branch');
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
  await lock(transaction, patients, inArray(patients.id, idsOf('patient')));
  await lock(transaction, exams, inArray(exams.id, idsOf('exam')));
  await lock(transaction, examOrders, inArray(examOrders.id, idsOf('exam_order')));
  await lock(transaction, prospects, inArray(prospects.id, idsOf('prospect')));
}

async function lock(
  transaction: Transaction,
  table: BinKind['table'],
  where: SQL | undefined,
): Promise<void> {
  await transaction
    .select({ id: table.id })
    .from(table)
    .where(where)
    .orderBy(table.id)
    .for('update');
}
