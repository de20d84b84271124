import type { patientsContract } from '@simiente/contract/patients/calls';
import { sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { idempotent } from '../../platform/idempotency/idempotency-key.ts';
import { patients } from '../../schema/patients.ts';
import { audited, auditRead, auditView, listedFilter, readShownSet } from '../audit/public.ts';
import { changeStatus, restoreStatus } from './change-status.ts';
import { createPatient } from './create-patient.ts';
import { dismissSimilar, findDuplicates, listSimilar } from './find-duplicates.ts';
import { listAllPatients, listPatients } from './list-patients.ts';
import { notDeleted } from './query.ts';
import { readMedicalHistory, readPatient } from './read-patient.ts';
import { updatePatient } from './update-patient.ts';

export const patientCalls: Handlers<typeof patientsContract> = {
  getAll: {
    // A HEAD would read the whole list and send nothing of it.
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
    ({ db, actor }, { idUser }) => readMedicalHistory(db, actor, idUser),
    ({ idUser }, { emergencyAccess }) => ({
      ...toReadEntry('patient.history_read', idUser),
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
    auditChange,
  ),

  update: idempotent(
    'patients.update',
    (transaction, context, { idUser: id, version, ...fields }) =>
      updatePatient(transaction, context, { id, version, ...fields }),
    (transaction, context, _changed, { idUser }) => showPatient(transaction, context, idUser),
  ),

  updateStatus: idempotent(
    'patients.updateStatus',
    (transaction, context, { idUsers, status }) =>
      changeStatus(transaction, context, idUsers, status),
    auditChange,
  ),

  restoreStatus: idempotent(
    'patients.restoreStatus',
    (transaction, context, { patients: earlier }) => restoreStatus(transaction, context, earlier),
    auditChange,
  ),
};

/** A change without effect, or a repetition, has no other audit row. */
async function auditChange<Changed>(
  transaction: Transaction,
  context: StaffContext,
  changed: Changed,
): Promise<Changed> {
  await auditView(transaction, context, { action: 'request.without_effect' });
  return changed;
}

function toReadEntry(action: 'patient.read' | 'patient.history_read', id: string) {
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
