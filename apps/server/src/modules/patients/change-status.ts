import type { SettablePatientStatus } from '@simiente/contract/patient-fields';
import type { EarlierStatus } from '@simiente/contract/patients';
import { and, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import type { StaffContext } from '../../platform/http/context.ts';
import { Problem } from '../../platform/http/problem.ts';
import { patients } from '../../schema/patients.ts';
import { recordAudit } from '../audit/public.ts';
import { listed } from './filter.ts';

type Act = Pick<StaffContext, 'actor' | 'origin'>;
type LockedRow = Pick<typeof patients.$inferSelect, 'id' | 'status' | 'version'>;

/**
 * Gives several patients one status, all of them or none; who has it already stays as they are.
 *
 * @throws Problem NOT_FOUND when one of them does not exist or is in the bin
 */
export async function changeStatus(
  transaction: Transaction,
  context: Act,
  ids: readonly string[],
  status: SettablePatientStatus,
): Promise<{ updated: number; earlier: EarlierStatus[] }> {
  const wanted = [...new Set(ids)];
  const found = await lockPatients(transaction, wanted);
  if (found.length !== wanted.length) throw new Problem('NOT_FOUND');
  const before = found.filter((row) => row.status !== status);
  await transaction
    .update(patients)
    .set({ status, version: sql`${patients.version} + 1`, updatedAt: sql`now()` })
    .where(
      inArray(
        patients.id,
        before.map(({ id }) => id),
      ),
    );
  await auditChanges(
    transaction,
    context,
    before.map((row) => ({ ...row, next: status })),
  );
  return {
    updated: before.length,
    earlier: before.map((row) => ({
      idUser: row.id,
      status: row.status,
      version: row.version + 1,
    })),
  };
}

/**
 * Takes a change of status back: each patient gets what they had, unless somebody changed them since,
 * or sent them to the bin. Those stay as they are.
 */
export async function restoreStatus(
  transaction: Transaction,
  context: Act,
  earlier: readonly EarlierStatus[],
): Promise<{ restored: number; kept: number }> {
  const wanted = new Map(earlier.map((entry) => [entry.idUser, entry]));
  const now = await lockPatients(transaction, [...wanted.keys()]);
  const changes = now.flatMap((row) => {
    const entry = wanted.get(row.id);
    return entry?.version === row.version ? [{ ...row, next: entry.status }] : [];
  });
  for (const next of new Set(changes.map((change) => change.next))) {
    const ids = changes.filter((change) => change.next === next).map(({ id }) => id);
    await transaction
      .update(patients)
      .set({ status: next, version: sql`${patients.version} + 1`, updatedAt: sql`now()` })
      .where(inArray(patients.id, ids));
  }
  await auditChanges(transaction, context, changes);
  return { restored: changes.length, kept: wanted.size - changes.length };
}

/** By id, as everybody locks patients: two changes that share some wait for each other. */
function lockPatients(transaction: Transaction, ids: readonly string[]): Promise<LockedRow[]> {
  return transaction
    .select({ id: patients.id, status: patients.status, version: patients.version })
    .from(patients)
    .where(and(inArray(patients.id, [...ids]), listed))
    .orderBy(patients.id)
    .for('update');
}

async function auditChanges(
  transaction: Transaction,
  context: Act,
  changes: readonly (LockedRow & { readonly next: number | null })[],
): Promise<void> {
  if (changes.length === 0) return;
  await recordAudit(
    transaction,
    context,
    ...changes.map(({ id, status, version, next }) => ({
      action: 'patient.status_changed' as const,
      subject: { kind: 'patient' as const, id },
      patientId: id,
      details: { changes: { status: { from: status, to: next } }, version: version + 1 },
    })),
  );
}
