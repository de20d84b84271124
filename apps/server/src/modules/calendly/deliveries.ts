import type { FailedDelivery } from '@simiente/contract/calendly/calls';
import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import type { CursorCodec } from '../../platform/database/pages/cursor.ts';
import { calendlyDeliveries } from '../../schema/operation/webhooks.ts';
import { createInbox, INTERRUPTED, type InboxOutcome } from '../inbox/public.ts';

export const calendlyInbox = createInbox<typeof calendlyDeliveries.$inferSelect>(
  calendlyDeliveries,
  { sort: 'failed-deliveries', replayed: 'delivery.replayed', kind: 'calendly_delivery' },
);
const { failed, failedPage } = calendlyInbox;

/** One page of the failed deliveries, by keyset, the latest first. */
export async function listFailedDeliveries(
  db: Reader,
  input: { limit: number; cursor?: string | undefined },
  cursors: CursorCodec,
) {
  const { page, ...rest } = await failedPage(db, input, cursors, (where, limit) =>
    selectDeliveries(db, where, limit),
  );
  return { deliveries: page.map(presentFailedDelivery), ...rest };
}

/** The latest deliveries, with an outcome or, without one, with any. */
export function latestDeliveries(
  transaction: Transaction,
  { outcome, limit }: { outcome: InboxOutcome | undefined; limit: number },
) {
  return selectDeliveries(
    transaction,
    outcome === undefined
      ? undefined
      : outcome === 'failed'
        ? failed
        : eq(calendlyDeliveries.outcome, outcome),
    limit,
  );
}

async function selectDeliveries(db: Reader, where: SQL | undefined, limit: number) {
  return db
    .select({
      id: calendlyDeliveries.id,
      event: calendlyDeliveries.event,
      who: sql<string | null>`${calendlyDeliveries.payload} -> 'payload' ->> 'name'`,
      outcome: calendlyDeliveries.outcome,
      reason: calendlyDeliveries.reason,
      attempts: calendlyDeliveries.attempts,
      receivedAt: calendlyDeliveries.receivedAt,
    })
    .from(calendlyDeliveries)
    .where(where)
    .orderBy(desc(calendlyDeliveries.id))
    .limit(limit);
}

function presentFailedDelivery(
  row: Awaited<ReturnType<typeof selectDeliveries>>[number],
): FailedDelivery {
  return {
    idDelivery: String(row.id),
    event: row.event,
    who: row.who,
    receivedAt: row.receivedAt.toISOString(),
    attempts: row.attempts,
    reason: reasonText(row.reason),
  };
}

/** Why a delivery did nothing, or not all: the values of the column. */
export type DeliveryReason =
  | 'meeting-url-not-web'
  | 'already-known'
  | 'awaiting-new-booking'
  | 'event-not-used'
  | 'two-patients'
  | 'fault'
  | `payload-mismatch: ${string}`;

const texts: Readonly<Record<Exclude<DeliveryReason, `payload-mismatch: ${string}`>, string>> = {
  'meeting-url-not-web': 'El enlace de la reunión no era una dirección web y no se guardó.',
  'already-known': 'Ya estaba hecho.',
  'awaiting-new-booking': 'La cita cambió de fecha; falta la notificación de la nueva.',
  'event-not-used': 'Esta notificación no se utiliza.',
  'two-patients': 'La misma cita está en dos pacientes. Decide de quién es y vuelve a intentarlo.',
  fault: 'Ocurrió una falla al procesarla.',
};

const MISMATCH = /^payload-mismatch: (.+)$/;

/** The Spanish text of a reason. A received delivery without one was interrupted. */
export function reasonText(reason: string | null): string {
  if (reason === null) return INTERRUPTED;
  const fields = MISMATCH.exec(reason)?.[1];
  if (fields !== undefined) return `La notificación no tiene el formato esperado (${fields}).`;
  return Object.hasOwn(texts, reason) ? texts[reason as keyof typeof texts] : reason;
}
