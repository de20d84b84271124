import type { FailedDelivery } from '@simiente/contract/calendly/calls';
import { and, count, desc, eq, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Reader, Transaction } from '../../platform/database/database.ts';
import type { CursorCodec } from '../../platform/database/pages/cursor.ts';
import { pageOf } from '../../platform/database/pages/pages.ts';
import { calendlyDeliveries, type deliveryOutcomes } from '../../schema/operation/webhooks.ts';

export type DeliveryOutcome = (typeof deliveryOutcomes)[number];

/** A delivery unfinished after this time was interrupted. */
const CUT_OFF_AFTER = sql`interval '1 minute'`;

/** Failed deliveries that wait to be replayed. */
const failed = or(
  eq(calendlyDeliveries.outcome, 'failed'),
  and(
    eq(calendlyDeliveries.outcome, 'received'),
    lt(calendlyDeliveries.receivedAt, sql`now() - ${CUT_OFF_AFTER}`),
  ),
);
const SORT = 'failed-deliveries';

/** One page of the failed deliveries, by keyset, the latest first. */
export async function listFailedDeliveries(
  db: Reader,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  cursors: CursorCodec,
) {
  const from = cursor === undefined ? undefined : cursors.decode(cursor, SORT);
  const rows = await selectDeliveries(
    db,
    and(failed, from && lt(calendlyDeliveries.id, Number(from.id))),
    limit + 1,
  );
  const { page, nextCursor } = pageOf(rows, limit, cursors, (last) => ({
    sort: SORT,
    key: '',
    id: String(last.id),
  }));
  return {
    deliveries: page.map(presentFailedDelivery),
    nextCursor,
    total: await countFailedDeliveries(db),
    totalIsCapped: false,
  };
}

export async function countFailedDeliveries(db: Reader): Promise<number> {
  const [row] = await db.select({ figure: count() }).from(calendlyDeliveries).where(failed);
  return row?.figure ?? 0;
}

/** The ids of the failed ones, the earliest first, for replay in their order. */
export async function failedDeliveryIds(db: Database): Promise<number[]> {
  const rows = await db
    .select({ id: calendlyDeliveries.id })
    .from(calendlyDeliveries)
    .where(failed)
    .orderBy(calendlyDeliveries.id);
  return rows.map(({ id }) => id);
}

/** The latest deliveries, with an outcome or, without one, with any. */
export function latestDeliveries(
  transaction: Transaction,
  { outcome, limit }: { outcome: DeliveryOutcome | undefined; limit: number },
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

function selectDeliveries(db: Reader, where: SQL | undefined, limit: number) {
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
  if (reason === null) return 'Se interrumpió antes de terminar.';
  const fields = MISMATCH.exec(reason)?.[1];
  if (fields !== undefined) return `La notificación no tiene el formato esperado (${fields}).`;
  return Object.hasOwn(texts, reason) ? texts[reason as keyof typeof texts] : reason;
}
