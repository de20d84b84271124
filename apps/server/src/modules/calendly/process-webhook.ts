import { inArray, or, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { ChangeAct } from '../../platform/act.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { LOCKS } from '../../platform/database/locks.ts';
import { bookingField, inboxMessages } from '../../schema/operation/inbox.ts';
import { applyBooking } from './apply-booking.ts';
import { mergeEvents } from './booking.ts';
import { type CalendlyEvent, readEvent, usedEvents, webUrl } from './event.ts';
import { calendlyInbox, type WebhookReason } from './inbox.ts';

interface WebhookResult {
  readonly outcome: 'applied' | 'ignored' | 'failed';
  readonly reason: string | null;
  readonly appointmentId: string | null;
}

/**
 * Applies a webhook, in one transaction with its outcome; one that is done stays as it is. After a
 * fault only the failed webhook is stored, which can be replayed.
 * @throws Problem NOT_FOUND
 * @throws errors of an unavailable database
 */
export async function processWebhook(
  parts: { readonly db: Database; readonly log: Pick<Logger, 'error'> },
  act: ChangeAct,
  id: number,
): Promise<WebhookResult> {
  return calendlyInbox.process<Result & { readonly columns: object }, undefined>(parts, id, {
    run: (work) =>
      parts.db.transaction(async (transaction) => {
        await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.calendly})`);
        return work(transaction, undefined);
      }),
    done: ({ outcome, reason, appointmentId }) =>
      stored({ outcome, reason, appointmentId } as Result),
    apply: async (transaction, webhook) => stored(await applyEvent(transaction, act, webhook)),
    fail: () => ({
      result: stored({ outcome: 'failed', reason: 'fault', appointmentId: null }),
      isFault: true,
    }),
  });
}

const stored = (result: Result) => ({
  ...result,
  columns: { appointmentId: result.appointmentId },
});

interface Result extends WebhookResult {
  readonly reason: WebhookReason | null;
}

async function applyEvent(
  transaction: Transaction,
  act: ChangeAct,
  { id, event: name, payload }: { readonly id: number; event: string; payload: unknown },
): Promise<Result> {
  if (name !== 'unknown' && !usedEvents.some((used) => used === name)) {
    return { outcome: 'ignored', reason: 'event-not-used', appointmentId: null };
  }
  const read = readEvent(payload);
  if ('misfits' in read) {
    const reason = `payload-mismatch: ${read.misfits.join(', ')}` as const;
    return { outcome: 'failed', reason, appointmentId: null };
  }
  const booking = mergeEvents(await readChain(transaction, read.event));
  if (!booking) return { outcome: 'ignored', reason: 'awaiting-new-booking', appointmentId: null };
  const applied = await applyBooking(transaction, act, booking, id);
  if (applied === 'two-patients') {
    return { outcome: 'failed', reason: applied, appointmentId: null };
  }
  const { appointmentId, changed } = applied;
  if (!changed) return { outcome: 'ignored', reason: 'already-known', appointmentId };
  const lostLink = booking.joinUrl !== null && webUrl(booking.joinUrl) === null;
  return { outcome: 'applied', reason: lostLink ? 'meeting-url-not-web' : null, appointmentId };
}

const readName = (field: Parameters<typeof bookingField>[1]) =>
  bookingField(inboxMessages.payload, field);

/**
 * Every delivered event of a booking and of its predecessors and successors, also from failed or unfinished
 * webhooks, so that the last webhook finds all.
 */
async function readChain(transaction: Transaction, first: CalendlyEvent): Promise<CalendlyEvent[]> {
  const uris = new Set(getUris(first));
  for (;;) {
    const known = uris.size;
    const wanted = [...uris];
    const rows = await transaction
      .select({ payload: inboxMessages.payload })
      .from(inboxMessages)
      .where(
        sql`${inArray(inboxMessages.event, [...usedEvents])} and (${or(
          inArray(readName('uri'), wanted),
          inArray(readName('old_invitee'), wanted),
          inArray(readName('new_invitee'), wanted),
        )})`,
      );
    const events = rows.flatMap(({ payload }) => {
      const read = readEvent(payload);
      return 'event' in read ? [read.event] : [];
    });
    for (const event of events) for (const uri of getUris(event)) uris.add(uri);
    if (uris.size === known) return events;
  }
}

function getUris({ uri, oldUri, newUri }: CalendlyEvent): string[] {
  return [uri, oldUri, newUri].filter((name) => name !== null);
}
