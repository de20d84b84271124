import { inArray, or, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { ChangeAct } from '../../platform/act.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { LOCKS } from '../../platform/database/locks.ts';
import { bookingField, inboxMessages } from '../../schema/operation/inbox.ts';
import { createInbox } from '../inbox/public.ts';
import { applyBooking } from './apply-booking.ts';
import { type CalendlyEvent, mergeEvents, readEvent, usedEvents, webUrl } from './booking.ts';

interface WebhookResult {
  readonly outcome: 'applied' | 'ignored' | 'failed';
  readonly reason: WebhookReason | null;
  readonly columns?: { readonly appointmentId: string | null };
}

/**
 * Applies a webhook, in one transaction with its outcome. A processed webhook stays unchanged. After a fault only
 * the failed webhook is stored, which can be replayed.
 * @throws errors of an unavailable database
 */
export async function processWebhook(
  parts: { readonly db: Database; readonly log: Pick<Logger, 'error'> },
  act: ChangeAct,
  id: number,
): Promise<WebhookResult> {
  return calendlyInbox.process<WebhookResult, undefined>(parts, id, {
    run: (work) =>
      parts.db.transaction(async (transaction) => {
        await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.calendly})`);
        return work(transaction, undefined);
      }),
    toEarlierResult: (row) => row as WebhookResult,
    apply: (transaction, webhook) => applyEvent(transaction, act, webhook),
    fail: () => ({ result: { outcome: 'failed', reason: 'fault' }, isFault: true }),
  });
}

async function applyEvent(
  transaction: Transaction,
  act: ChangeAct,
  { id, event: name, payload }: { readonly id: number; event: string; payload: unknown },
): Promise<WebhookResult> {
  if (name !== 'unknown' && !usedEvents.some((used) => used === name)) {
    return { outcome: 'ignored', reason: 'event-not-used' };
  }
  const parsed = readEvent(payload);
  if ('invalidFields' in parsed) {
    const reason = `payload-mismatch: ${parsed.invalidFields.join(', ')}` as const;
    return { outcome: 'failed', reason };
  }
  const booking = mergeEvents(await readChain(transaction, parsed.event));
  if (!booking) return { outcome: 'ignored', reason: 'awaiting-new-booking' };
  const applied = await applyBooking(transaction, act, booking, id);
  if (applied === 'two-patients') return { outcome: 'failed', reason: applied };
  const columns = { appointmentId: applied.appointmentId };
  if (!applied.changed) return { outcome: 'ignored', reason: 'already-known', columns };
  const hasUnsafeLink = booking.joinUrl !== null && webUrl(booking.joinUrl) === null;
  const reason = hasUnsafeLink ? 'meeting-url-not-web' : null;
  return { outcome: 'applied', reason, columns };
}

const payloadField = (field: Parameters<typeof bookingField>[1]) =>
  bookingField(inboxMessages.payload, field);

/**
 * Every delivered event of a booking, of the bookings that it replaced and of those that replaced it. Includes events
 * of failed and unfinished webhooks, so that the webhook that is processed last sees the complete chain.
 */
async function readChain(transaction: Transaction, first: CalendlyEvent): Promise<CalendlyEvent[]> {
  const uris = new Set(getUris(first));
  for (;;) {
    const countBefore = uris.size;
    const uriList = [...uris];
    const rows = await transaction
      .select({ payload: inboxMessages.payload })
      .from(inboxMessages)
      .where(
        sql`${inArray(inboxMessages.event, [...usedEvents])} and (${or(
          inArray(payloadField('uri'), uriList),
          inArray(payloadField('old_invitee'), uriList),
          inArray(payloadField('new_invitee'), uriList),
        )})`,
      );
    const events = rows.flatMap(({ payload }) => {
      const parsed = readEvent(payload);
      return 'event' in parsed ? [parsed.event] : [];
    });
    for (const event of events) for (const uri of getUris(event)) uris.add(uri);
    if (uris.size === countBefore) return events;
  }
}

function getUris({ uri, oldUri, newUri }: CalendlyEvent): string[] {
  return [uri, oldUri, newUri].filter((id) => id !== null);
}

const eventTitles: Readonly<Record<string, string>> = {
  'invitee.created': 'Cita nueva o modificada',
  'invitee.canceled': 'Cita cancelada',
};

const toTitle = (event: string | null) => eventTitles[event ?? ''] ?? 'Notificación desconocida';

const text = z.string().catch('');
const unknownBooker = { name: '', email: '' };
/** The person who booked; empty texts in an unexpected payload. */
const booker = z
  .object({ payload: z.object({ name: text, email: text }).catch(unknownBooker) })
  .catch({ payload: unknownBooker });

export const calendlyInbox = createInbox<'event' | 'payload'>({
  kind: 'calendly_delivery',
  actions: {
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
          text: [name.trim(), email.trim()].filter(Boolean).join(' · ') || 'No se indica',
        },
      ],
      segments: JSON.stringify(payload, null, 2).split('\n'),
    };
  },
});

/** Stored reasons why a webhook had no effect, or only a part of its effect. */
type WebhookReason =
  | 'meeting-url-not-web'
  | 'already-known'
  | 'awaiting-new-booking'
  | 'event-not-used'
  | 'two-patients'
  | 'fault'
  | `payload-mismatch: ${string}`;

const reasonTexts: Readonly<Record<Exclude<WebhookReason, `payload-mismatch: ${string}`>, string>> =
  {
    'meeting-url-not-web': 'El enlace de la reunión no era una dirección web y no se guardó.',
    'already-known': 'Ya se había aplicado.',
    'awaiting-new-booking': 'La cita cambió de fecha; falta la notificación de la nueva.',
    'event-not-used': 'Esta notificación no se utiliza.',
    'two-patients':
      'La misma cita está en dos pacientes. Decide de quién es y vuelve a intentarlo.',
    fault: 'Ocurrió una falla al procesarla.',
  };

const MISMATCH = /^payload-mismatch: (.+)$/;

function reasonText(reason: string): string {
  const fields = MISMATCH.exec(reason)?.[1];
  if (fields !== undefined) return `La notificación no tiene el formato esperado (${fields}).`;
  return Object.hasOwn(reasonTexts, reason)
    ? reasonTexts[reason as keyof typeof reasonTexts]
    : reason;
}
