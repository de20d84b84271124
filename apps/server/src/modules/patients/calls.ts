import type { EarlierStatus, patientsContract } from '@simiente/contract/patients/calls';
import type { SettablePatientStatus } from '@simiente/contract/patients/filters';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ChangeAct } from '../../platform/act.ts';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { nextVersion } from '../../platform/database/records.ts';
import { idempotent } from '../../platform/idempotency/idempotency-key.ts';
import { Problem } from '../../platform/problem.ts';
import { auditEvents } from '../../schema/audit.ts';
import { patients } from '../../schema/patients.ts';
import {
  audited,
  auditNoEffect,
  auditRead,
  auditView,
  listedFilter,
  readShownSet,
  writeAudit,
} from '../audit/public.ts';
import { createPatient } from './create-patient.ts';
import { listAllPatients } from './export-patients.ts';
import { dismissSimilar, findDuplicates, listSimilar } from './find-duplicates.ts';
import { listPatients } from './list-patients.ts';
import { listMerges } from './merges/read-merge.ts';
import { notDeleted } from './query.ts';
import { readMedicalHistory, readPatient } from './read-patient.ts';
import { updatePatient } from './update-patient.ts';

export const patientCalls: Handlers<typeof patientsContract> = {
  getAll: {
    // A HEAD would read the whole list and send nothing.
    route: { config: { cost: 'all-patients' }, exposeHeadRoute: false },
    async handle(context) {
      const { db } = context;
      await auditRead(db, context, {
        action: 'patients.all_read',
        details: { count: await db.$count(patients, notDeleted) },
        shownSet: await readShownSet(db, sql`select id from ${patients} where ${notDeleted}`),
      });
      return listAllPatients(db);
    },
  },

  list: audited(listPatients, (input, { userData }) => ({
    action: 'patients.listed',
    details: { filter: listedFilter(input), count: userData.length },
    shown: userData.map(({ idUser }) => idUser),
  })),

  getOne: audited(
    ({ db }, { idUser }) => readPatient(db, idUser),
    ({ idUser }) => toReadEntry('patient.read', idUser),
  ),

  getMedicalHistory: audited(
    async ({ db, actor }, { idUser }) => {
      const history = await readMedicalHistory(db, actor, idUser);
      const { merges } = await listMerges(db, idUser);
      const current = merges.filter(({ undoneAt }) => undoneAt === null);
      return { ...history, ...(current.length > 0 && { merges: current }) };
    },
    ({ idUser }, { emergencyAccess }) => ({
      ...toReadEntry('patient.history_read', idUser),
      details: emergencyAccess && { emergency: true },
    }),
  ),

  create: idempotent('patients.create', createPatient, (transaction, context, { id }) =>
    showPatient(transaction, context, id),
  ),

  duplicates: audited(
    ({ db }, input) => findDuplicates(db, input),
    // The searched values are not audited: the fields and the number of results are enough.
    (input, { duplicates }) => ({
      action: 'patients.duplicates_searched',
      details: { by: Object.keys(input), count: duplicates.length },
      shown: duplicates.map(({ idUser }) => idUser),
    }),
  ),

  listSimilar: audited(
    ({ db }) => listSimilar(db),
    (_, { pairs, total }) => ({
      action: 'patients.similar_listed',
      details: { count: total },
      shown: pairs.flatMap(({ patients }) => patients.map(({ idUser }) => idUser)),
    }),
  ),

  dismissSimilar: idempotent(
    'patients.dismissSimilar',
    (transaction, context, { idUser, idOther }) =>
      dismissSimilar(transaction, context, [idUser, idOther]),
    auditNoEffect,
  ),

  update: idempotent(
    'patients.update',
    updatePatient,
    (transaction, context, _changed, { idUser }) => showPatient(transaction, context, idUser),
  ),

  updateStatus: idempotent(
    'patients.updateStatus',
    (transaction, context, { idUsers, status }) =>
      changeStatus(transaction, context, idUsers, status),
    auditNoEffect,
  ),

  restoreStatus: idempotent(
    'patients.restoreStatus',
    (transaction, context, { patients: earlier }) => restoreStatus(transaction, context, earlier),
    auditNoEffect,
  ),
};

function toReadEntry(action: 'patient.read' | 'patient.history_read', id: string) {
  return { action, subject: { kind: 'patient', id } } as const;
}

async function showPatient(transaction: Transaction, context: StaffContext, id: string) {
  await auditView(transaction, context, toReadEntry('patient.read', id));
  return { patient: await readPatient(transaction, id) };
}

/** Sets one status for several patients, in one transaction. Skips patients who already have it. */
async function changeStatus(
  transaction: Transaction,
  context: ChangeAct,
  ids: readonly string[],
  status: SettablePatientStatus,
): Promise<{ updated: number; earlier: EarlierStatus[] }> {
  const uniqueIds = [...new Set(ids)];
  const locked = await lockPatients(transaction, uniqueIds);
  if (locked.length !== uniqueIds.length) throw new Problem('NOT_FOUND');
  const changes = locked
    .filter((patient) => patient.status !== status)
    .map((patient) => ({ ...patient, newStatus: status }));
  const earlier = await setStatuses(transaction, context, changes);
  return { updated: earlier.length, earlier };
}

/**
 * Undoes a change of status. Skips patients who were changed or deleted afterwards, and changes that the audit does
 * not have, so that a client cannot set any other status.
 */
async function restoreStatus(
  transaction: Transaction,
  context: ChangeAct,
  requested: readonly EarlierStatus[],
): Promise<{ restored: number; kept: number }> {
  const requestedById = new Map(requested.map((patient) => [patient.idUser, patient]));
  const ids = [...requestedById.keys()];
  const locked = await lockPatients(transaction, ids);
  const audited = await transaction
    .select({ patientId: auditEvents.patientId, details: auditEvents.details })
    .from(auditEvents)
    .where(
      and(inArray(auditEvents.patientId, ids), eq(auditEvents.action, 'patient.status_changed')),
    );
  const auditedChanges = new Set(
    audited.map(({ patientId, details }) => toChangeKey(patientId, details)),
  );
  const changes = locked.flatMap((patient) => {
    const { id, status, version } = patient;
    const earlier = requestedById.get(id);
    if (earlier?.version !== version) return [];
    const details = statusChange(earlier.status, status, version);
    const isAudited = auditedChanges.has(toChangeKey(id, details));
    return isAudited ? [{ ...patient, newStatus: earlier.status }] : [];
  });
  const { length: restored } = await setStatuses(transaction, context, changes);
  return { restored, kept: requestedById.size - restored };
}

interface LockedPatient {
  readonly id: string;
  readonly status: number | null;
  readonly version: number;
}

/** Locks patients who are not deleted. The order of ids, as everywhere, prevents deadlocks. */
function lockPatients(transaction: Transaction, ids: readonly string[]): Promise<LockedPatient[]> {
  return transaction
    .select({ id: patients.id, status: patients.status, version: patients.version })
    .from(patients)
    .where(and(inArray(patients.id, [...ids]), notDeleted))
    .orderBy(patients.id)
    .for('update');
}

/** @returns the earlier status of each patient, and their version after the change */
async function setStatuses(
  transaction: Transaction,
  context: ChangeAct,
  changes: readonly (LockedPatient & { readonly newStatus: number | null })[],
): Promise<EarlierStatus[]> {
  for (const [status, group] of Map.groupBy(changes, ({ newStatus }) => newStatus)) {
    const ids = group.map(({ id }) => id);
    await transaction
      .update(patients)
      .set({ status, ...nextVersion(patients) })
      .where(inArray(patients.id, ids));
  }
  if (changes.length > 0) {
    await writeAudit(
      transaction,
      context,
      ...changes.map(({ id, status, version, newStatus }) => ({
        action: 'patient.status_changed' as const,
        subject: { kind: 'patient' as const, id },
        details: statusChange(status, newStatus, version + 1),
      })),
    );
  }
  return changes.map(({ id, status, version }) => ({ idUser: id, status, version: version + 1 }));
}

/** The details of the audit row of a changed status. */
const statusChange = (from: number | null, to: number | null, version: number) => ({
  version,
  changes: { status: { from, to } },
});

/** A comparable key of an audited change of status, because jsonb does not keep the order of fields. */
function toChangeKey(patientId: string | null, details: Record<string, unknown> | null): string {
  const { version, changes } = details as Partial<ReturnType<typeof statusChange>>;
  return JSON.stringify([patientId, version, changes?.status.from, changes?.status.to]);
}
