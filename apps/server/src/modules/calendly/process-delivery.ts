import { eq, inArray, or, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { ChangeAct } from '../../platform/act.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { LOCKS } from '../../platform/database/locks.ts';
import { describeFault, toProblem } from '../../platform/failures.ts';
import { Problem } from '../../platform/problem.ts';
import { bookingField, calendlyDeliveries } from '../../schema/operation/webhooks.ts';
import { writeAudit } from '../audit/public.ts';
import { applyBooking } from './apply-booking.ts';
import { mergeEvents } from './booking.ts';
import type { DeliveryReason } from './deliveries.ts';
import { type CalendlyEvent, readEvent, usedEvents, webUrl } from './event.ts';

interface DeliveryResult {
  readonly outcome: 'applied' | 'ignored' | 'failed';
  readonly reason: string | null;
  readonly appointmentId: string | null;
}

/** Faults of the database itself, in which even the failure could not be stored. */
const UNAVAILABLE = new Set(['UNAVAILABLE', 'STORAGE_FULL']);

/**
 * Applies a delivery, in one transaction with its outcome; one that is done stays as it is. After a
 * fault only the failed delivery is stored, which can be replayed.
 * @throws Problem NOT_FOUND
 * @throws errors of an unavailable database
 */
export async function processDelivery(
  { db, log }: { readonly db: Database; readonly log: Pick<Logger, 'error'> },
  act: ChangeAct,
  id: number,
): Promise<DeliveryResult> {
  try {
    return await db.transaction((transaction) => attempt(transaction, act, id));
  } catch (error) {
    const { code } = toProblem(error);
    if (code === 'NOT_FOUND' || UNAVAILABLE.has(code)) throw error;
    log.error({ code, delivery: id, ...describeFault(error) }, 'delivery failed');
    const failure = { outcome: 'failed', reason: 'fault', appointmentId: null } as const;
    return await db.transaction((transaction) =>
      storeOutcome(transaction, id, async () => failure),
    );
  }
}

async function attempt(
  transaction: Transaction,
  act: ChangeAct,
  id: number,
): Promise<DeliveryResult> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.calendly})`);
  return storeOutcome(transaction, id, (delivery) => applyEvent(transaction, act, delivery));
}

/** Stores the outcome of a delivery, unless another attempt has succeeded. */
async function storeOutcome(
  transaction: Transaction,
  id: number,
  work: (delivery: Delivery) => Promise<Result>,
): Promise<DeliveryResult> {
  const [delivery] = await transaction
    .select()
    .from(calendlyDeliveries)
    .where(eq(calendlyDeliveries.id, id))
    .for('update');
  if (!delivery) throw new Problem('NOT_FOUND');
  const { outcome, reason, appointmentId } = delivery;
  if (outcome === 'applied' || outcome === 'ignored') return { outcome, reason, appointmentId };
  const result = await work(delivery);
  await writeOutcome(transaction, id, result);
  return result;
}

type Delivery = typeof calendlyDeliveries.$inferSelect;

interface Result extends DeliveryResult {
  readonly reason: DeliveryReason | null;
}

async function applyEvent(
  transaction: Transaction,
  act: ChangeAct,
  { id, event: name, payload }: Delivery,
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

async function writeOutcome(
  transaction: Transaction,
  id: number,
  { outcome, reason, appointmentId }: DeliveryResult,
): Promise<void> {
  await transaction
    .update(calendlyDeliveries)
    .set({
      outcome,
      reason,
      appointmentId,
      attempts: sql`${calendlyDeliveries.attempts} + 1`,
      processedAt: sql`now()`,
    })
    .where(eq(calendlyDeliveries.id, id));
}

const named = (field: Parameters<typeof bookingField>[1]) =>
  bookingField(calendlyDeliveries.payload, field);

/**
 * Every delivered event of a booking, of those that it replaced and those that replaced it; also of
 * failed or unfinished deliveries, so that the last one to come finds all.
 */
async function readChain(transaction: Transaction, first: CalendlyEvent): Promise<CalendlyEvent[]> {
  const uris = new Set(urisOf(first));
  for (;;) {
    const known = uris.size;
    const wanted = [...uris];
    const rows = await transaction
      .select({ payload: calendlyDeliveries.payload })
      .from(calendlyDeliveries)
      .where(
        sql`${inArray(calendlyDeliveries.event, [...usedEvents])} and (${or(
          inArray(named('uri'), wanted),
          inArray(named('old_invitee'), wanted),
          inArray(named('new_invitee'), wanted),
        )})`,
      );
    const events = rows.flatMap(({ payload }) => {
      const read = readEvent(payload);
      return 'event' in read ? [read.event] : [];
    });
    for (const event of events) for (const uri of urisOf(event)) uris.add(uri);
    if (uris.size === known) return events;
  }
}

function urisOf({ uri, oldUri, newUri }: CalendlyEvent): string[] {
  return [uri, oldUri, newUri].filter((name) => name !== null);
}

/** A delivery's id in a URL: digits within the range of the column. */
const DELIVERY_ID = /^\d{1,15}$/;

/**
 * Applies a delivery again. One that has succeeded stays as it is.
 * @throws Problem NOT_FOUND
 */
export async function replayDelivery(
  parts: { readonly db: Database; readonly log: Pick<Logger, 'error'> },
  act: ChangeAct,
  id: string,
): Promise<DeliveryResult> {
  if (!DELIVERY_ID.test(id)) throw new Problem('NOT_FOUND');
  const result = await processDelivery(parts, act, Number(id));
  await parts.db.transaction((transaction) =>
    writeAudit(transaction, act, {
      action: 'delivery.replayed',
      subject: { kind: 'delivery', id: String(Number(id)) },
      details: { outcome: result.outcome },
    }),
  );
  return result;
}
