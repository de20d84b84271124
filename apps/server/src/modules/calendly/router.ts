import type { Transaction } from '../../platform/database/database.ts';
import type { StaffContext } from '../../platform/http/context.ts';
import { authenticated } from '../../platform/http/procedures.ts';
import { recordAudit, recordLook } from '../audit/public.ts';
import { assignPatient, unassignPatient } from './assign-patient.ts';
import { countFailedDeliveries, listFailedDeliveries } from './deliveries.ts';
import { reasonText } from './reasons.ts';
import { replayDelivery } from './replay-delivery.ts';
import { suggestPatients } from './suggest-patients.ts';
import { countWithoutPatient, listWithoutPatient } from './without-patient.ts';

const calendly = authenticated.calendly;

export const calendlyRouter = {
  // Two figures and nobody's data: nothing for the audit.
  attention: calendly.attention.handler(({ context }) =>
    context.db.transaction(async (transaction) => {
      const withoutPatient = await countWithoutPatient(transaction);
      const failedDeliveries = await countFailedDeliveries(transaction);
      return { status: 200, data: { withoutPatient, failedDeliveries } };
    }),
  ),

  withoutPatient: calendly.withoutPatient.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const data = await listWithoutPatient(transaction, input, context.cursors);
      await recordAudit(transaction, context, {
        action: 'appointments_without_patient.listed',
        details: { count: data.appointments.length, continued: input.cursor !== undefined },
      });
      return { status: 200, data };
    }),
  ),

  suggestedPatients: calendly.suggestedPatients.handler(({ context, input: { idAppointment } }) =>
    context.db.transaction(async (transaction) => {
      const patients = await suggestPatients(transaction, idAppointment);
      await recordAudit(transaction, context, {
        action: 'patients.listed',
        subject: { kind: 'recipe_appointment', id: idAppointment },
        details: { filter: { suggested: true }, count: patients.length },
      });
      return { status: 200, data: { patients } };
    }),
  ),

  assignPatient: calendly.assignPatient.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const { idAppointment: id, idUser: patientId, version } = input;
      const data = await assignPatient(transaction, context, { id, patientId, version });
      await recordShown(transaction, context, data);
      return { status: 200, data };
    }),
  ),

  unassignPatient: calendly.unassignPatient.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const { idAppointment: id, version } = input;
      const data = await unassignPatient(transaction, context, { id, version });
      await recordShown(transaction, context, data);
      return { status: 200, data };
    }),
  ),

  failedDeliveries: calendly.failedDeliveries.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const data = await listFailedDeliveries(transaction, input, context.cursors);
      await recordAudit(transaction, context, {
        action: 'deliveries.listed',
        details: { count: data.deliveries.length, continued: input.cursor !== undefined },
      });
      return { status: 200, data };
    }),
  ),

  replayDelivery: calendly.replayDelivery.handler(async ({ context, input }) => {
    const { outcome, reason, appointmentId } = await replayDelivery(
      context,
      context,
      input.idDelivery,
    );
    return {
      status: 200,
      data: {
        outcome,
        reason: reason === null ? null : reasonText(reason),
        idAppointment: appointmentId,
      },
    };
  }),
};

/** Also one that says what is known already shows whose the appointment is. */
function recordShown(
  transaction: Transaction,
  context: StaffContext,
  { idAppointment: id, idUser }: { readonly idAppointment: string; readonly idUser: string | null },
) {
  return recordLook(transaction, context, {
    action: 'appointment.read',
    subject: { kind: 'recipe_appointment', id },
    ...(idUser === null ? {} : { patientId: idUser }),
  });
}
