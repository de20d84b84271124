import type { EarlierStatus } from '@simiente/contract/patients/calls';
import type { SettablePatientStatus } from '@simiente/contract/patients/filters';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ChangeAct } from '../../platform/act.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { auditEvents } from '../../schema/audit.ts';
import { patients } from '../../schema/patients.ts';
import { writeAudit } from '../audit/public.ts';
import { notDeleted } from './query.ts';

/**
 * Sets one status for several patients, all or none; patients who have it already are skipped.
 * @throws Problem NOT_FOUND when one of them does not exist or is deleted
 */
export async function changeStatus(
  transaction: Transaction,
  context: ChangeAct,
  ids: readonly string[],
  status: SettablePatientStatus,
): Promise<{ updated: number; earlier: EarlierStatus[] }> {
  const requested = [...new Set(ids)];
  const found = await lockPatients(transaction, requested);
  if (found.length !== requested.length) throw new Problem('NOT_FOUND');
  const changes = found.filter((patient) => patient.status !== status);
  const earlier = await setStatuses(
    transaction,
    context,
    changes.map((patient) => ({ ...patient, wanted: status })),
  );
  return { updated: earlier.length, earlier };
}

/**
 * Undoes a change of status: each patient gets the earlier one, unless they were changed or deleted
 * since, or never had it.
 */
export async function restoreStatus(
  transaction: Transaction,
  context: ChangeAct,
  requested: readonly EarlierStatus[],
): Promise<{ restored: number; kept: number }> {
  const wanted = new Map(requested.map((patient) => [patient.idUser, patient]));
  const found = await lockPatients(transaction, [...wanted.keys()]);
  const audited = await transaction
    .select({ patientId: auditEvents.patientId, details: auditEvents.details })
    .from(auditEvents)
    .where(
      and(
        inArray(auditEvents.patientId, [...wanted.keys()]),
        eq(auditEvents.action, 'patient.status_changed'),
      ),
    );
  const made = new Set(audited.map(({ patientId, details }) => changeKey(patientId, details)));
  const changes = found.flatMap((patient) => {
    const { id, status, version } = patient;
    const earlier = wanted.get(id);
    if (earlier?.version !== version) return [];
    const wasMade = made.has(changeKey(id, statusChange(earlier.status, status, version)));
    return wasMade ? [{ ...patient, wanted: earlier.status }] : [];
  });
  const { length: restored } = await setStatuses(transaction, context, changes);
  return { restored, kept: wanted.size - restored };
}

interface LockedPatient {
  readonly id: string;
  readonly status: number | null;
  readonly version: number;
}

/** Patients who are not deleted, in the order of ids, as everywhere: concurrent changes wait for each other. */
function lockPatients(transaction: Transaction, ids: readonly string[]): Promise<LockedPatient[]> {
  return transaction
    .select({ id: patients.id, status: patients.status, version: patients.version })
    .from(patients)
    .where(and(inArray(patients.id, [...ids]), notDeleted))
    .orderBy(patients.id)
    .for('update');
}

/** @returns the earlier status of each patient, and their version since the change */
async function setStatuses(
  transaction: Transaction,
  context: ChangeAct,
  changes: readonly (LockedPatient & { readonly wanted: number | null })[],
): Promise<EarlierStatus[]> {
  for (const [status, those] of Map.groupBy(changes, ({ wanted }) => wanted)) {
    const ids = those.map(({ id }) => id);
    await transaction
      .update(patients)
      .set({ status, version: sql`${patients.version} + 1`, updatedAt: sql`now()` })
      .where(inArray(patients.id, ids));
  }
  if (changes.length > 0) {
    await writeAudit(
      transaction,
      context,
      ...changes.map(({ id, status, version, wanted }) => ({
        action: 'patient.status_changed' as const,
        subject: { kind: 'patient' as const, id },
        patientId: id,
        details: statusChange(status, wanted, version + 1),
      })),
    );
  }
  return changes.map(({ id, status, version }) => ({ idUser: id, status, version: version + 1 }));
}

/** The details of the audit row. */
const statusChange = (from: number | null, to: number | null, version: number) => ({
  version,
  changes: { status: { from, to } },
});

/** Identifies a change of status; the database stores the fields of details in any order. */
function changeKey(patientId: string | null, details: Record<string, unknown> | null): string {
  const { version, changes } = details as Partial<ReturnType<typeof statusChange>>;
  return JSON.stringify([patientId, version, changes?.status.from, changes?.status.to]);
}
