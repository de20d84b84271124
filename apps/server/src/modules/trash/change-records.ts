import { inArray } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { recordIds } from '../../schema/records.ts';
import type { AuditEntry } from '../audit/public.ts';
import { type BinKind, binKinds } from './kinds.ts';
import { lockRecords } from './lock-records.ts';

/**
 * Makes one change of all named records, of any kinds, and returns their number.
 * @param ids repetitions count once
 * @param change of the records of one kind; never called without any
 * @throws Problem NOT_FOUND when one of them does not exist or is of a kind without a trash
 */
export async function changeRecords(
  transaction: Transaction,
  ids: readonly string[],
  change: (kind: BinKind, ids: readonly string[]) => Promise<void>,
): Promise<number> {
  const wanted = [...new Set(ids)];
  const known = await transaction.select().from(recordIds).where(inArray(recordIds.id, wanted));
  await lockRecords(transaction, known);
  let changed = 0;
  for (const kind of binKinds) {
    const ofKind = known.filter((record) => record.kind === kind.kind).map(({ id }) => id);
    if (ofKind.length > 0) await change(kind, ofKind);
    changed += ofKind.length;
  }
  if (changed !== wanted.length) throw new Problem('NOT_FOUND');
  return changed;
}

/** The patient of a record for the audit: themselves, or that of an exam or order. */
export async function patientsOf(
  transaction: Transaction,
  { kind, table }: BinKind,
  ids: readonly string[],
): Promise<(id: string) => Pick<AuditEntry, 'patientId'>> {
  if (kind === 'patient') return (id) => ({ patientId: id });
  if (kind !== 'exam' && kind !== 'exam_order') return () => ({});
  const rows = await transaction
    .select({ id: table.id, patientId: table.patientId })
    .from(table)
    .where(inArray(table.id, [...ids]));
  const patientOf = new Map(rows.map(({ id, patientId }) => [id, { patientId }]));
  return (id) => patientOf.get(id) ?? {};
}
