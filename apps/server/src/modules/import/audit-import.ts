import type { Transaction } from '../../platform/database/database.ts';
import type { Act } from '../../platform/http/context.ts';
import { recordAudit } from '../audit/public.ts';
import { type ImportReport, totalOf } from './import-report.ts';

/** Records that an import took place. Counts only: its places may name patients. */
export async function auditImport(
  transaction: Transaction,
  act: Act,
  { tallies, repaired, removedDemo }: ImportReport,
): Promise<void> {
  await recordAudit(transaction, act, {
    action: 'data.imported',
    details: { total: totalOf(tallies), ...tallies, repaired: repaired.total, removedDemo },
  });
}
