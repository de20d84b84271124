import type { calendlyContract } from '@simiente/contract/calendly/calls';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { audited, auditView } from '../audit/public.ts';
import { inboxCalls } from '../inbox/public.ts';
import { assignPatient, unassignPatient } from './assign-patient.ts';
import { calendlyInbox, processWebhook } from './process-webhook.ts';
import { countWithoutPatient, listWithoutPatient, suggestPatients } from './without-patient.ts';

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

  assignPatient: (context, input) =>
    context.db.transaction(async (transaction) => {
      const data = await assignPatient(transaction, context, input);
      await auditAppointmentView(transaction, context, data);
      return data;
    }),

  unassignPatient: (context, input) =>
    context.db.transaction(async (transaction) => {
      const data = await unassignPatient(transaction, context, input);
      await auditAppointmentView(transaction, context, data);
      return data;
    }),
};

export const calendlyInboxCalls = inboxCalls(calendlyInbox, (context, id) =>
  processWebhook(context, context, id),
);

/** An edit without changes still shows the patient, so it is audited as a read. */
function auditAppointmentView(
  transaction: Transaction,
  context: StaffContext,
  { idAppointment: id, idUser: patientId }: { idAppointment: string; idUser: string | null },
) {
  return auditView(transaction, context, {
    action: 'appointment.read',
    subject: { kind: 'recipe_appointment', id },
    patientId,
  });
}
