import type { Database, Transaction } from '../../platform/database/database.ts';
import type { StaffContext } from '../../platform/http/context.ts';
import { authenticated } from '../../platform/http/procedures.ts';
import { once } from '../../platform/idempotency/once.ts';
import { recordAudit, recordLook, recordReading } from '../audit/public.ts';
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

  updateStatus: patients.updateStatus.handler(async ({ context, input }) => ({
    status: 200,
    data: await statusesOnce(context, { call: 'patients.updateStatus', input }, (db) =>
      changeStatus(db, context, input.idUsers, input.status),
    ),
  })),

  restoreStatus: patients.restoreStatus.handler(async ({ context, input }) => ({
    status: 200,
    data: await statusesOnce(context, { call: 'patients.restoreStatus', input }, (db) =>
      restoreStatus(db, context, input.patients),
    ),
  })),
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

/**
 * A change of statuses is one statement, and needs a transaction only for what else is kept under an
 * Idempotency-Key. What changes nobody, or is a repetition, is recorded as that.
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
    if (!changed(answer)) await recordReading(context.db, context, withoutEffect);
    return answer;
  }
  return context.db.transaction(async (transaction) => {
    let isRecorded = false;
    const answer = await once(transaction, context, request, async () => {
      const made = await change(transaction);
      isRecorded = changed(made);
      return made;
    });
    if (!isRecorded) await recordAudit(transaction, context, withoutEffect);
    return answer;
  });
}
