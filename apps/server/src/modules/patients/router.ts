import type { Transaction } from '../../platform/database/database.ts';
import type { StaffContext } from '../../platform/http/context.ts';
import { authenticated } from '../../platform/http/procedures.ts';
import { once } from '../../platform/idempotency/once.ts';
import { recordAudit, recordLook } from '../audit/public.ts';
import { changeStatus, restoreStatus } from './change-status.ts';
import { createPatient } from './create-patient.ts';
import { findDuplicates } from './find-duplicates.ts';
import { readPatient } from './read-patient.ts';
import { updatePatient } from './update-patient.ts';

const patients = authenticated.patients;

export const patientsRouter = {
  create: patients.create.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      // What is kept of an answer names nobody: who it is about is read again.
      const { id } = await once(transaction, context, { call: 'patients.create', input }, () =>
        createPatient(transaction, context, input),
      );
      return { status: 200, data: await showPatient(transaction, context, id) };
    }),
  ),

  duplicates: patients.duplicates.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const data = await findDuplicates(transaction, input);
      // Who was looked for stays out: by what, and how many came, is enough.
      await recordAudit(transaction, context, {
        action: 'patients.duplicates_searched',
        details: { by: Object.keys(input), count: data.duplicates.length },
      });
      return { status: 200, data };
    }),
  ),

  update: patients.update.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const { idUser: id, version, ...fields } = input;
      await once(transaction, context, { call: 'patients.update', input }, () =>
        updatePatient(transaction, context, { id, version, ...fields }),
      );
      return { status: 200, data: await showPatient(transaction, context, id) };
    }),
  ),

  updateStatus: patients.updateStatus.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const data = await once(transaction, context, { call: 'patients.updateStatus', input }, () =>
        changeStatus(transaction, context, input.idUsers, input.status),
      );
      await recordLook(transaction, context, { action: 'request.without_effect' });
      return { status: 200, data };
    }),
  ),

  restoreStatus: patients.restoreStatus.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const data = await once(transaction, context, { call: 'patients.restoreStatus', input }, () =>
        restoreStatus(transaction, context, input.patients),
      );
      await recordLook(transaction, context, { action: 'request.without_effect' });
      return { status: 200, data };
    }),
  ),
};

/** A patient as an edit answers them. */
async function showPatient(transaction: Transaction, context: StaffContext, id: string) {
  await recordLook(transaction, context, {
    action: 'patient.read',
    subject: { kind: 'patient', id },
    patientId: id,
  });
  return { patient: await readPatient(transaction, id) };
}
