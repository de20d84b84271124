import * as z from 'zod';
import { createInbox } from '../inbox/public.ts';

const events: Readonly<Record<string, string>> = {
  'invitee.created': 'Cita nueva o modificada',
  'invitee.canceled': 'Cita cancelada',
};

const toTitle = (event: string | null) => events[event ?? ''] ?? 'Notificación desconocida';

const text = z.string().catch('');
const nobody = { name: '', email: '' };
/** The person who booked, also in a webhook without the expected form. */
const booker = z
  .object({ payload: z.object({ name: text, email: text }).catch(nobody) })
  .catch({ payload: nobody });
const UNNAMED = 'No se indica';

export const calendlyInbox = createInbox<'event' | 'payload'>({
  kind: 'calendly_delivery',
  acts: {
    listed: 'deliveries.listed',
    read: 'delivery.read',
    discarded: 'delivery.discarded',
    replayed: 'delivery.replayed',
  },
  title: ({ event }) => toTitle(event),
  reasonText,
  describe: async ({ event, payload }) => {
    const { name, email } = booker.parse(payload).payload;
    return {
      facts: [
        { name: 'Notificación', text: `${toTitle(event)} (${event})` },
        {
          name: 'Agendó',
          text: [name.trim(), email.trim()].filter(Boolean).join(' · ') || UNNAMED,
        },
      ],
      segments: JSON.stringify(payload, null, 2).split('\n'),
    };
  },
});

/** Why a webhook did nothing, or not all: the values of the column. */
export type WebhookReason =
  | 'meeting-url-not-web'
  | 'already-known'
  | 'awaiting-new-booking'
  | 'event-not-used'
  | 'two-patients'
  | 'fault'
  | `payload-mismatch: ${string}`;

const texts: Readonly<Record<Exclude<WebhookReason, `payload-mismatch: ${string}`>, string>> = {
  'meeting-url-not-web': 'El enlace de la reunión no era una dirección web y no se guardó.',
  'already-known': 'Ya se había aplicado.',
  'awaiting-new-booking': 'La cita cambió de fecha; falta la notificación de la nueva.',
  'event-not-used': 'Esta notificación no se utiliza.',
  'two-patients': 'La misma cita está en dos pacientes. Decide de quién es y vuelve a intentarlo.',
  fault: 'Ocurrió una falla al procesarla.',
};

const MISMATCH = /^payload-mismatch: (.+)$/;

/** The Spanish text of a reason. */
function reasonText(reason: string): string {
  const fields = MISMATCH.exec(reason)?.[1];
  if (fields !== undefined) return `La notificación no tiene el formato esperado (${fields}).`;
  return Object.hasOwn(texts, reason) ? texts[reason as keyof typeof texts] : reason;
}
