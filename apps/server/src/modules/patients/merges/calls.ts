import type { patientMergesContract } from '@simiente/contract/patients/merges';
import type { Handlers } from '../../../platform/calls/handlers.ts';
import { idempotent } from '../../../platform/idempotency/idempotency-key.ts';
import { audited, auditView } from '../../audit/public.ts';
import { expectPatient } from '../public.ts';
import { readPatient } from '../read-patient.ts';
import { mergePatients } from './merge-patients.ts';
import { listMerges, previewMerge } from './read-merge.ts';
import { unmergePatients } from './unmerge-patients.ts';

export const patientMergeCalls: Handlers<typeof patientMergesContract> = {
  preview: audited(
    ({ db, clinicTimeZone }, input) => previewMerge(db, clinicTimeZone, input),
    ({ idUser: id, idOther }) => ({
      action: 'patient.merge_previewed',
      subject: { kind: 'patient', id },
      patientId: id,
      shown: [idOther],
    }),
  ),

  merge: idempotent(
    'patientMerges.merge',
    mergePatients,
    async (transaction, context, { id: idMerge }, { idUser: id }) => {
      await auditView(transaction, context, {
        action: 'patient.read',
        subject: { kind: 'patient', id },
        patientId: id,
      });
      return { patient: await readPatient(transaction, id), idMerge };
    },
  ),

  list: audited(
    async ({ db }, { idUser }) => {
      await expectPatient(db, idUser);
      return listMerges(db, idUser);
    },
    ({ idUser: id }, { merges }) => ({
      action: 'patient.merges_read',
      subject: { kind: 'patient', id },
      patientId: id,
      details: { count: merges.length },
    }),
  ),

  undo: idempotent(
    'patientMerges.undo',
    (transaction, context, { idMerge }) => unmergePatients(transaction, context, idMerge),
    async (transaction, context, { ids: [kept, merged] }) => {
      await auditView(transaction, context, {
        action: 'patient.read',
        subject: { kind: 'patient', id: kept },
        patientId: kept,
        shown: [merged],
      });
      return {
        patients: [await readPatient(transaction, kept), await readPatient(transaction, merged)],
      };
    },
  ),
};
