import type { FailedMessage } from '@simiente/contract/results/file-calls';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Reader } from '../../../platform/database/database.ts';
import type { CursorCodec } from '../../../platform/database/pages/cursor.ts';
import { partners } from '../../../schema/partners.ts';
import { laboratoryMessages } from '../../../schema/results.ts';
import { createInbox, INTERRUPTED } from '../../inbox/public.ts';

export const laboratoryInbox = createInbox<typeof laboratoryMessages.$inferSelect>(
  laboratoryMessages,
  {
    sort: 'failed-messages',
    replayed: 'laboratory_message.replayed',
    kind: 'laboratory_message',
  },
);
const { failed, failedPage } = laboratoryInbox;

/** The latest messages, without data of patients. */
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

/** Reasons of failed messages, by digest; applied ones are left out. */
export async function findRefusals(
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

/** One page of the messages that failed, by keyset, the latest first. */
export async function listFailedMessages(
  db: Reader,
  input: { readonly limit: number; readonly cursor?: string | undefined },
  cursors: CursorCodec,
) {
  const { id, receivedAt, attempts, reason, laboratoryId } = laboratoryMessages;
  const laboratory = { idPartner: partners.id, name: partners.name };
  const { page, ...rest } = await failedPage(db, input, cursors, async (where, limit) =>
    db
      .select({ id, receivedAt, attempts, reason, laboratory })
      .from(laboratoryMessages)
      .innerJoin(partners, eq(partners.id, laboratoryId))
      .where(where)
      .orderBy(desc(id))
      .limit(limit),
  );
  const messages = page.map(
    ({ id: one, ...message }): FailedMessage => ({
      ...message,
      idMessage: String(one),
      receivedAt: message.receivedAt.toISOString(),
      reason: message.reason ?? INTERRUPTED,
    }),
  );
  return { messages, ...rest };
}
