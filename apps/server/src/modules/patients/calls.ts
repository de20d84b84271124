import type { Patient, patientsContract } from '@simiente/contract/patients/calls';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { idempotent, withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts';
import {
  audited,
  auditRead,
  auditView,
  countReadsOnce,
  listedFilter,
  readShownSet,
  writeAudit,
} from '../audit/public.ts';
import { changeStatus, restoreStatus } from './change-status.ts';
import { createPatient } from './create-patient.ts';
import { findDuplicates } from './find-duplicates.ts';
import { allPatientIds, listAllPatients, listPatients } from './list-patients.ts';
import { readMedicalHistory, readPatient } from './read-patient.ts';
import { type PatientEdit, updatePatient } from './update-patient.ts';

export const patientCalls: Handlers<typeof patientsContract> = {
  getAll: {
    // A HEAD would read the whole list and send nothing of it.
    route: { config: { cost: 'all-patients' }, exposeHeadRoute: false },
    handle: (context) =>
      listAllPatients(context.db, async (count) =>
        auditRead(context.db, context, {
          action: 'patients.all_read',
          details: { count },
          shownSet: await readShownSet(context.db, allPatientIds),
        }),
      ),
  },

  list: audited(listPatients, (input, { userData }) => ({
    action: 'patients.listed',
    details: { filter: listedFilter(input), count: userData.length },
    shown: userData.map(({ idUser }) => idUser),
  })),

  getOne: audited(
    ({ db }, { idUser }) => readPatient(db, idUser),
    ({ idUser }) => readingOf('patient.read', idUser),
  ),

  getMedicalHistory: audited(
    ({ db, actor }, { idUser }) => readMedicalHistory(db, actor, idUser),
    ({ idUser }, { emergencyAccess }) => ({
      ...readingOf('patient.history_read', idUser),
      ...(emergencyAccess && { details: { emergency: true } }),
    }),
  ),

  create: idempotent('patients.create', createPatient, (transaction, context, { id }) =>
    showPatient(transaction, context, id),
  ),

  duplicates: audited(
    ({ db }, input) => findDuplicates(db, input),
    // The searched values are left out: the fields and the number of results are enough.
    (input, { duplicates }) => ({
      action: 'patients.duplicates_searched',
      details: { by: Object.keys(input), count: duplicates.length },
      shown: duplicates.map(({ idUser }) => idUser),
    }),
  ),

  update: (context, input) => editOnce(context, input),

  updateStatus: (context, input) =>
    statusesOnce(context, { call: 'patients.updateStatus', input }, (db) =>
      changeStatus(db, context, input.idUsers, input.status),
    ),

  restoreStatus: (context, input) =>
    statusesOnce(context, { call: 'patients.restoreStatus', input }, (db) =>
      restoreStatus(db, context, input.patients),
    ),
};

function readingOf(action: 'patient.read' | 'patient.history_read', id: string) {
  return { action, subject: { kind: 'patient', id }, patientId: id } as const;
}

async function showPatient(transaction: Transaction, context: StaffContext, id: string) {
  await auditView(transaction, context, {
    action: 'patient.read',
    subject: { kind: 'patient', id },
    patientId: id,
  });
  return { patient: await readPatient(transaction, id) };
}

/**
 * An edit is one statement, and needs a transaction only with an Idempotency-Key. One without changes, and
 * a repetition, show the patient, and are audited as a view.
 */
async function editOnce(
  context: StaffContext,
  input: Omit<PatientEdit, 'id' | 'version'> & { idUser: string; version?: number | undefined },
): Promise<{ patient: Patient }> {
  const { idUser: id, version, ...fields } = input;
  const edit = { id, version, ...fields };
  const reading = readingOf('patient.read', id);
  // The answer shows the patient, and the statement that writes its audit row counts nothing.
  await countReadsOnce(context.db, context, reading);
  if (context.idempotencyKey === null) {
    const { patient, isChanged } = await updatePatient(context.db, context, edit);
    if (!isChanged) await auditRead(context.db, context, reading);
    return { patient };
  }
  return context.db.transaction(async (transaction) => {
    let edited = null as Awaited<ReturnType<typeof updatePatient>> | null;
    const request = { call: 'patients.update', input };
    await withIdempotencyKey(transaction, context, request, async () => {
      edited = await updatePatient(transaction, context, edit);
      return { version: edited.patient.version };
    });
    if (edited?.isChanged) return { patient: edited.patient };
    await writeAudit(transaction, context, reading);
    return { patient: edited?.patient ?? (await readPatient(transaction, id)) };
  });
}

/**
 * A change of statuses is one statement, and needs a transaction only with an Idempotency-Key. A change
 * without effect, or a repetition, is audited as such.
 */
async function statusesOnce<
  Answer extends { readonly updated: number } | { readonly restored: number },
>(
  context: StaffContext,
  request: { readonly call: string; readonly input: unknown },
  change: (db: Database | Transaction) => Promise<Answer>,
): Promise<Answer> {
  const withoutEffect = { action: 'request.without_effect' } as const;
  const changed = (answer: Answer) => ('updated' in answer ? answer.updated : answer.restored) > 0;
  if (context.idempotencyKey === null) {
    const answer = await change(context.db);
    if (!changed(answer)) await auditRead(context.db, context, withoutEffect);
    return answer;
  }
  return context.db.transaction(async (transaction) => {
    let isRecorded = false;
    const answer = await withIdempotencyKey(transaction, context, request, async () => {
      const made = await change(transaction);
      isRecorded = changed(made);
      return made;
    });
    if (!isRecorded) await writeAudit(transaction, context, withoutEffect);
    return answer;
  });
}
