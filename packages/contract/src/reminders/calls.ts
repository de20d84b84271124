import * as z from 'zod';
import { doctorAppointment } from '../appointments/calls.ts';
import { call } from '../common/call.ts';
import { recordId } from '../common/ids.ts';
import { isoInstant, isoInstantOrNull } from '../common/instants.ts';
import { reminderRules } from './rules.ts';

/** An appointment that its patient may confirm, with the reminders that were sent for its current time. */
export const awaitedAppointment = z.strictObject({
  appointment: doctorAppointment,
  /** Null without an e-mail to the patient for this time. */
  mail: z
    .strictObject({
      sentAt: isoInstantOrNull,
      failedAt: isoInstantOrNull,
      /** 'UNKNOWN' if an interrupted attempt may have sent it. */
      fault: z.string().nullable(),
    })
    .nullable(),
  readAt: isoInstantOrNull,
  /** When the patient cancelled by the link; null once staff handled the cancellation. */
  cancelledAt: isoInstantOrNull,
  whatsapp: z.strictObject({ at: isoInstant, by: z.string().nullable() }).nullable(),
  /** Channels for which the patient's consent is in force. */
  agreed: z.strictObject({ email: z.boolean(), whatsapp: z.boolean() }),
});
export type AwaitedAppointment = z.infer<typeof awaitedAppointment>;

const appointmentInput = z.strictObject({ idAppointment: recordId });

export const remindersContract = {
  list: call('patients.read')
    .get(
      '/v1/reminders/list',
      'Las citas por confirmar desde mañana, y las de cualquier día que un paciente canceló o quiere cambiar',
    )
    .input({ days: z.int().min(1).max(7).default(3) })
    .output({
      isOn: z.boolean(),
      /** Hours before the appointment at which a WhatsApp text is due; 0 without such a rule. */
      whatsappHours: z.int().min(0),
      appointments: z.array(awaitedAppointment),
    }),
  attention: call('patients.read')
    .get(
      '/v1/reminders/attention',
      'Cuántas citas de los próximos tres días, o con otro horario pedido, no están confirmadas, cuántos pacientes piden otro horario y cuántos cancelaron',
    )
    .output({
      toConfirm: z.int().min(0),
      requests: z.int().min(0),
      cancelled: z.int().min(0),
    }),
  send: call('patients.edit')
    .post(
      '/v1/reminders/send',
      'Envía por correo el recordatorio de cada cita cuyo paciente lo acepta',
    )
    .input({ idAppointments: z.array(recordId).min(1).max(200) })
    .output({ queued: z.int().min(0), skipped: z.int().min(0) }),
  write: call('patients.edit')
    .post(
      '/v1/reminders/write',
      'El texto del recordatorio de una cita, con su enlace, para enviarlo por WhatsApp',
    )
    .input(appointmentInput)
    .output({ text: z.string(), phone: z.string() }),
  recordWhatsapp: call('patients.edit')
    .post(
      '/v1/reminders/record-whatsapp',
      'Registra que el personal envió el recordatorio de una cita por WhatsApp',
    )
    .input(appointmentInput)
    .output({ awaited: awaitedAppointment }),
  resolve: call('patients.edit')
    .post(
      '/v1/reminders/resolve',
      'Marca como atendida la solicitud o la cancelación que un paciente hizo con su enlace',
    )
    .input(appointmentInput)
    .output({ awaited: awaitedAppointment }),
  preview: call('clinic.manage')
    .post(
      '/v1/reminders/preview',
      'El texto de un recordatorio con los datos de la próxima cita; null si no hay citas',
    )
    .input(reminderRules.pick({ text: true }))
    .output({ text: z.string().nullable() }),
};
