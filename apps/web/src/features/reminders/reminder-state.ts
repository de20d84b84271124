import { formatDay } from '@simiente/contract/format/dates';
import type { AwaitedAppointment } from '@simiente/contract/reminders/calls';
import { describeRequest } from '@simiente/contract/reminders/words';
import type { StatusPillProps } from '../../ui/status/StatusPill.tsx';

/** The states of a reminder, most urgent first. */
export const reminderStates = [
  'cancelled',
  'silent',
  'other',
  'undelivered',
  'waiting',
  'sent',
  'read',
  'confirmed',
] as const;
export type ReminderState = (typeof reminderStates)[number];

/** Whether the patient got no reminder, or did not answer it for a day. */
export const needsReminder = (state: ReminderState) =>
  state === 'silent' || state === 'undelivered' || state === 'waiting';

export const reminderPills: Readonly<Record<ReminderState, StatusPillProps>> = {
  cancelled: { label: 'Canceló', tone: 'red' },
  silent: { label: 'Sin respuesta', tone: 'orange' },
  other: { label: 'Otro horario', tone: 'amber' },
  undelivered: { label: 'Sin entregar', tone: 'red' },
  waiting: { label: 'Sin enviar', tone: 'neutral' },
  sent: { label: 'Enviado', tone: 'neutral' },
  read: { label: 'Leído', tone: 'blue' },
  confirmed: { label: 'Confirmó', tone: 'green' },
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface DescribedState {
  readonly state: ReminderState;
  readonly detail: string;
}

export function describeReminder(
  { appointment, mail, readAt, cancelledAt, whatsapp, agreed }: AwaitedAppointment,
  timeZone: string,
  { whatsappHours = 0, now = new Date() }: { whatsappHours?: number; now?: Date } = {},
): DescribedState {
  const at = (value: string | null) => formatDay(value, { timeZone, hour: true, year: false, now });
  const step = appointment.attendance.at(-1);
  if (appointment.status === 'cancelled') {
    return { state: 'cancelled', detail: `Con su enlace, ${at(cancelledAt)}` };
  }
  // A request is newer than a recorded confirmation, which would have ended it.
  if (appointment.request) {
    return { state: 'other', detail: describeRequest(appointment.request) };
  }
  if (step) {
    return {
      state: 'confirmed',
      detail: step.by === null ? `Por el enlace, ${at(step.at)}` : `${step.by}, ${at(step.at)}`,
    };
  }
  if (readAt) return { state: 'read', detail: `Abrió el enlace ${at(readAt)}` };
  const sentAt = whatsapp?.at ?? mail?.sentAt ?? null;
  if (sentAt !== null) {
    const state = now.getTime() - Date.parse(sentAt) > DAY_MS ? 'silent' : 'sent';
    const sender = whatsapp?.by ? ` de ${whatsapp.by}` : '';
    return { state, detail: `Por ${whatsapp ? `WhatsApp${sender}` : 'correo'}, ${at(sentAt)}` };
  }
  if (mail?.failedAt) {
    const detail =
      mail.fault === 'UNKNOWN' ? 'No se sabe si el correo salió' : 'El correo no se pudo entregar';
    return { state: 'undelivered', detail };
  }
  const start = Date.parse(appointment.appointmentDate.date ?? '');
  if (agreed.whatsapp && start - now.getTime() <= whatsappHours * HOUR_MS) {
    return { state: 'waiting', detail: 'Toca enviarlo por WhatsApp' };
  }
  if (!appointment.patient.email) {
    return { state: 'undelivered', detail: 'No tiene correo registrado' };
  }
  if (mail) return { state: 'waiting', detail: 'El correo está en camino' };
  const isAgreed = agreed.email || agreed.whatsapp;
  return { state: 'waiting', detail: isAgreed ? 'Aún no se envía' : 'Falta su consentimiento' };
}

/** The reason why no reminder can be sent by e-mail; undefined if it can. */
export function mailObstacle({ appointment, agreed }: AwaitedAppointment): string | undefined {
  if (!appointment.patient.email) return 'No tiene correo registrado';
  return agreed.email ? undefined : 'Falta su consentimiento para recordatorios por correo';
}

/** The reason why no reminder can be sent by WhatsApp; undefined if it can. */
export function whatsappObstacle({ appointment, agreed }: AwaitedAppointment): string | undefined {
  if (!appointment.patient.phone) return 'No tiene teléfono registrado';
  return agreed.whatsapp ? undefined : 'Falta su consentimiento para recordatorios por WhatsApp';
}
