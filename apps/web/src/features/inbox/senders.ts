import type { FailedMessage } from '@simiente/contract/inbox/calls';
import { api, queries } from '../../lib/api/client.ts';

/** The senders of messages, with the capabilities to see and to handle theirs. */
export const senders = [
  {
    calls: api.laboratoryInbox,
    queries: queries.laboratoryInbox,
    see: 'results.receive',
    handle: 'results.receive',
    title: 'Mensajes de laboratorios sin procesar',
    none: 'No hay mensajes de laboratorios sin procesar.',
    hint: 'Si el laboratorio lo reenvía corregido, desaparece de esta lista.',
  },
  {
    calls: api.calendlyInbox,
    queries: queries.calendlyInbox,
    see: 'patients.read',
    handle: 'patients.edit',
    title: 'Notificaciones de Calendly sin procesar',
    none: 'No hay notificaciones de Calendly sin procesar.',
    hint: 'La cita no se guardará. Si Calendly la envía otra vez, se procesa de nuevo.',
  },
] as const;
export type Sender = (typeof senders)[number];

/** 'Mensaje 7 de Laboratorio Río', 'Cita cancelada de Ana Ríos' */
export const describeMessage = ({ title, sender }: FailedMessage) =>
  `${title} de ${sender ?? 'un remitente sin nombre'}`;
