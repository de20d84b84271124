import type { Assignment, calendlyContract } from '@simiente/contract/calendly/calls';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { changing } from '../../platform/idempotency/idempotency-key.ts';
import { audited, auditView } from '../audit/public.ts';
import { inboxCalls } from '../inbox/public.ts';
import { calendlyInbox, processWebhook } from './process-webhook.ts';
import {
  assignPatient,
  countWithoutPatient,
  listWithoutPatient,
  suggestPatients,
  unassignPatient,
} from './without-patient.ts';

export const calendlyCalls: Handlers<typeof calendlyContract> = {
  // Two counts without personal data need no audit.
  attention: async ({ db }) => ({
    withoutPatient: await countWithoutPatient(db),
    failedDeliveries: await calendlyInbox.countFailed(db),
  }),

  withoutPatient: audited(
    ({ db, cursors }, input) => listWithoutPatient(db, input, cursors),
    ({ cursor }, { appointments }) => ({
      action: 'appointments_without_patient.listed',
      details: { count: appointments.length, continued: cursor !== undefined },
    }),
  ),

  suggestedPatients: audited(
    async ({ db }, { idAppointment }) => ({ patients: await suggestPatients(db, idAppointment) }),
    ({ idAppointment: id }, { patients }) => ({
      action: 'patients.listed',
      subject: { kind: 'recipe_appointment', id },
      details: { filter: { suggested: true }, count: patients.length },
      shown: patients.map(({ idUser }) => idUser),
    }),
  ),

  assignPatient: changing(assignPatient, showAssignment),
  unassignPatient: changing(unassignPatient, showAssignment),
};

export const calendlyInboxCalls = inboxCalls(calendlyInbox, (context, id) =>
  processWebhook(context, context, id),
);

/** Audits a read if the edit changed nothing and so wrote no audit row, because the answer shows the patient. */
async function showAssignment(
  transaction: Transaction,
  context: StaffContext,
  assignment: Assignment,
) {
  const { idAppointment: id, idUser: patientId } = assignment;
  const subject = { kind: 'recipe_appointment', id } as const;
  await auditView(transaction, context, { action: 'appointment.read', subject, patientId });
  return assignment;
}
