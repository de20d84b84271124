import * as z from 'zod';
import { doctorAppointment } from '../appointments/calls.ts';
import { call, success } from '../common/call.ts';
import { recordId } from '../common/ids.ts';
import { isoInstant, isoInstantOrNull } from '../common/instants.ts';
import { otherTimeRequest } from './request.ts';
import { reminderRules } from './rules.ts';

/** An appointment that its patient may confirm, with what is known about its reminders for its present time. */
export const awaitedAppointment = z.strictObject({
  appointment: doctorAppointment,
  /** Null without an e-mail to the patient for this time. */
  mail: z
    .strictObject({
      sentAt: isoInstantOrNull,
      failedAt: isoInstantOrNull,
      /** 'UNKNOWN' where an interrupted attempt may have sent it. */
      fault: z.string().nullable(),
    })
    .nullable(),
  readAt: isoInstantOrNull,
  request: otherTimeRequest.extend({ at: isoInstant }).nullable(),
  /** When the patient cancelled it by the link, until staff settled it. */
  cancelledAt: isoInstantOrNull,
  whatsapp: z.strictObject({ at: isoInstant, by: z.string().nullable() }).nullable(),
  /** Channels for which the patient's consent is in force. */
  agreed: z.strictObject({ email: z.boolean(), whatsapp: z.boolean() }),
});
export type AwaitedAppointment = z.infer<typeof awaitedAppointment>;

const appointmentInput = z.strictObject({ idAppointment: recordId });

export const remindersContract = {
  list: call('patients.read')
    .route({
      method: 'GET',
      path: '/v1/reminders/list',
      summary: 'Las citas por confirmar desde mañana, y las que un paciente canceló con su enlace',
    })
    .input(z.strictObject({ days: z.int().min(1).max(7).default(3) }))
    .output(
      success(
        z.strictObject({
          isOn: z.boolean(),
          /** From how many hours before on a text by WhatsApp is due; 0 without such a rule. */
          whatsappHours: z.int().min(0),
          appointments: z.array(awaitedAppointment),
        }),
      ),
    ),
  attention: call('patients.read')
    .route({
      method: 'GET',
      path: '/v1/reminders/attention',
      summary:
        'Cuántas citas de los próximos tres días no están confirmadas, cuántos pacientes piden otro horario y cuántos cancelaron',
    })
    .output(
      success(
        z.strictObject({
          toConfirm: z.int().min(0),
          requests: z.int().min(0),
          cancelled: z.int().min(0),
        }),
      ),
    ),
  send: call('patients.edit')
    .route({
      method: 'POST',
      path: '/v1/reminders/send',
      summary: 'Envía por correo el recordatorio de cada cita cuyo paciente lo acepta',
    })
    .input(z.strictObject({ idAppointments: z.array(recordId).min(1).max(200) }))
    .output(success(z.strictObject({ queued: z.int().min(0), skipped: z.int().min(0) }))),
  write: call('patients.edit')
    .route({
      method: 'POST',
      path: '/v1/reminders/write',
      summary: 'El texto del recordatorio de una cita, con su enlace, para enviarlo por WhatsApp',
    })
    .input(appointmentInput)
    .output(success(z.strictObject({ text: z.string(), phone: z.string() }))),
  recordWhatsapp: call('patients.edit')
    .route({
      method: 'POST',
      path: '/v1/reminders/record-whatsapp',
      summary: 'Registra que el personal envió el recordatorio de una cita por WhatsApp',
    })
    .input(appointmentInput)
    .output(success(z.strictObject({ awaited: awaitedAppointment }))),
  resolve: call('patients.edit')
    .route({
      method: 'POST',
      path: '/v1/reminders/resolve',
      summary:
        'Marca como atendida la solicitud o la cancelación que un paciente hizo con su enlace',
    })
    .input(appointmentInput)
    .output(success(z.strictObject({ awaited: awaitedAppointment }))),
  preview: call('clinic.manage')
    .route({
      method: 'POST',
      path: '/v1/reminders/preview',
      summary: 'El texto de un recordatorio con los datos de la próxima cita; null si no hay citas',
    })
    .input(reminderRules.pick({ text: true }))
    .output(success(z.strictObject({ text: z.string().nullable() }))),
};
