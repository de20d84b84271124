import { inArray } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { recordIds } from '../../schema/records.ts';
import type { AuditEntry } from '../audit/public.ts';
import { type BinKind, binKinds } from './kinds.ts';
import { lockRecords } from './lock-records.ts';

/**
 * Makes one change of all the records that are named, of whatever kinds, and gives how many they are.
 *
 * @param ids one that comes twice counts once
 * @param change of the records of one kind; never called without any
 * @throws Problem NOT_FOUND when one of them does not exist or is of a kind that the bin does not know
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

/** Whom the audit says that records concern: a patient, or the patient of an exam or an order. */
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
