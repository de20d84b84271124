import { and, eq, inArray } from 'drizzle-orm';
import type { Reader } from '../../../platform/database/database.ts';
import { inboxMessages } from '../../../schema/operation/inbox.ts';
import { createInbox } from '../../inbox/public.ts';

export const laboratoryInbox = createInbox<'laboratoryId'>({
  kind: 'laboratory_message',
  actions: {
    listed: 'laboratory_messages.listed',
    read: 'laboratory_message.read',
    discarded: 'laboratory_message.discarded',
    replayed: 'laboratory_message.replayed',
  },
  title: ({ id }) => `Mensaje ${id}`,
  // Loaded at the first use, because most installations get no messages.
  describe: async ({ content }) =>
    (await import('./segments.ts')).describeContent(content ?? Buffer.alloc(0)),
});

/** Why each message failed, in the order of the digests. */
export async function findRejections(db: Reader, digests: readonly string[]): Promise<string[]> {
  const { digest, reason } = inboxMessages;
  const rows = await db
    .select({ digest, reason })
    .from(inboxMessages)
    .where(and(inArray(digest, [...digests]), eq(inboxMessages.outcome, 'failed')));
  const reasons = new Map(rows.map((row) => [row.digest, row.reason]));
  return digests.map((one) => reasons.get(one) ?? 'Se procesó después.');
}
