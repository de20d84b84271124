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
  // Loaded with the first message, because most installations get no messages.
  describe: async ({ content }) =>
    (await import('./failed-message.ts')).describeContent(content ?? Buffer.alloc(0)),
});

/** Reasons of failed messages, by digest. */
export async function findRefusals(
  db: Reader,
  digests: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { digest, reason } = inboxMessages;
  const rows = await db
    .select({ digest, reason })
    .from(inboxMessages)
    .where(and(inArray(digest, [...digests]), eq(inboxMessages.outcome, 'failed')));
  return new Map(rows.flatMap((row) => (row.reason === null ? [] : [[row.digest, row.reason]])));
}
