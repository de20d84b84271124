import { authenticated } from '../../platform/http/procedures.ts';
import { recordAudit } from '../audit/public.ts';
import { listAllPatients, listPatients } from './list-patients.ts';
import { readMedicalHistory, readPatient } from './read-patient.ts';

const patients = authenticated.patients;

export const patientsRouter = {
  getAll: patients.getAll.handler(({ context }) =>
    context.db.transaction(async (transaction) => {
      const data = await listAllPatients(transaction);
      await recordAudit(transaction, context, {
        action: 'patients.listed',
        details: { filter: {}, count: data.userData.length },
      });
      return { status: 200, data };
    }),
  ),

  list: patients.list.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const data = await listPatients(transaction, input, context.cursors);
      const { search, cursor, ...filter } = input;
      // What was searched for is a person's name: that it was, and how much came, is enough.
      await recordAudit(transaction, context, {
        action: 'patients.listed',
        details: {
          filter: { ...filter, searched: search !== undefined, continued: cursor !== undefined },
          count: data.userData.length,
        },
      });
      return { status: 200, data };
    }),
  ),

  getOne: patients.getOne.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const data = await readPatient(transaction, input.idUser);
      await recordAudit(transaction, context, {
        action: 'patient.read',
        subject: { kind: 'patient', id: data.idUser },
        patientId: data.idUser,
      });
      return { status: 200, data };
    }),
  ),

  getMedicalHistory: patients.getMedicalHistory.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const data = await readMedicalHistory(transaction, input.idUser);
      await recordAudit(transaction, context, {
        action: 'patient.history_read',
        subject: { kind: 'patient', id: data.idUser },
        patientId: data.idUser,
      });
      return { status: 200, data };
    }),
  ),
};
