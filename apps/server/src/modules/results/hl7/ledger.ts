import type { FailedMessage } from '@simiente/contract/results/file-calls';
import { and, count, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Reader } from '../../../platform/database/database.ts';
import type { CursorCodec } from '../../../platform/database/pages/cursor.ts';
import { pageOf } from '../../../platform/database/pages/pages.ts';
import { partners } from '../../../schema/partners.ts';
import { laboratoryMessages } from '../../../schema/results.ts';

/** Those that failed, and those that were interrupted. */
export const failed = or(
  and(eq(laboratoryMessages.outcome, 'failed'), isNull(laboratoryMessages.settledAt)),
  and(
    eq(laboratoryMessages.outcome, 'received'),
    lt(laboratoryMessages.receivedAt, sql`now() - interval '1 minute'`),
  ),
);

/** The latest messages, without what they say of patients. */
export function latestMessages(
  db: Reader,
  { onlyFailed, limit }: { readonly onlyFailed: boolean; readonly limit: number },
) {
  const { id, laboratoryId, receivedAt, outcome, reason, attempts } = laboratoryMessages;
  return db
    .select({ id, laboratoryId, receivedAt, outcome, reason, attempts })
    .from(laboratoryMessages)
    .where(onlyFailed ? failed : undefined)
    .orderBy(desc(id))
    .limit(limit);
}

/** Why messages failed, by digest; none of those that were applied. */
export async function refusalsOf(
  db: Reader,
  digests: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { digest, reason } = laboratoryMessages;
  const rows = await db
    .select({ digest, reason })
    .from(laboratoryMessages)
    .where(and(inArray(digest, [...digests]), eq(laboratoryMessages.outcome, 'failed')));
  return new Map(rows.flatMap((row) => (row.reason === null ? [] : [[row.digest, row.reason]])));
}

/** The ids of those that failed, the earliest first. */
export async function failedMessageIds(db: Reader): Promise<number[]> {
  const rows = await db
    .select({ id: laboratoryMessages.id })
    .from(laboratoryMessages)
    .where(failed)
    .orderBy(laboratoryMessages.id);
  return rows.map(({ id }) => id);
}

const SORT = 'failed-messages';
export const INTERRUPTED = 'Se interrumpió antes de terminar.';

/** One page of the messages that failed, by keyset, the latest first. */
export async function listFailedMessages(
  db: Reader,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  cursors: CursorCodec,
) {
  const from = cursor === undefined ? undefined : cursors.decode(cursor, SORT);
  const { id, receivedAt, attempts, reason, laboratoryId } = laboratoryMessages;
  const rows = await db
    .select({
      id,
      receivedAt,
      attempts,
      reason,
      laboratory: { idPartner: partners.id, name: partners.name },
    })
    .from(laboratoryMessages)
    .innerJoin(partners, eq(partners.id, laboratoryId))
    .where(and(failed, from && lt(id, Number(from.id))))
    .orderBy(desc(id))
    .limit(limit + 1);
  const { page, nextCursor } = pageOf(rows, limit, cursors, (last) => ({
    sort: SORT,
    key: '',
    id: String(last.id),
  }));
  return {
    messages: page.map(
      ({ id, receivedAt, reason, ...message }): FailedMessage => ({
        ...message,
        idMessage: String(id),
        receivedAt: receivedAt.toISOString(),
        reason: reason ?? INTERRUPTED,
      }),
    ),
    nextCursor,
    total: await countFailedMessages(db),
    totalIsCapped: false,
  };
}

export async function countFailedMessages(db: Reader): Promise<number> {
  const [row] = await db.select({ figure: count() }).from(laboratoryMessages).where(failed);
  return row?.figure ?? 0;
}
