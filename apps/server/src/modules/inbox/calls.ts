import type { InboxContract } from '@simiente/contract/inbox/calls';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import { audited } from '../audit/public.ts';
import type { createInbox, Settled } from './inbox.ts';

type Inbox = Pick<
  ReturnType<typeof createInbox>,
  'acts' | 'kind' | 'list' | 'readFailed' | 'discard' | 'replay' | 'reasonText'
>;

/** The calls of an inbox. */
export const inboxCalls = (
  inbox: Inbox,
  process: (context: StaffContext, one: number) => Promise<Pick<Settled, 'outcome' | 'reason'>>,
): Handlers<InboxContract> => ({
  list: audited(
    ({ db, cursors }, input) => inbox.list(db, input, cursors),
    ({ cursor }, { messages }) => ({
      action: inbox.acts.listed,
      details: { count: messages.length, continued: cursor !== undefined },
    }),
  ),

  read: audited(
    ({ db }, { idMessage }) => inbox.readFailed(db, idMessage),
    ({ idMessage: id }) => ({ action: inbox.acts.read, subject: { kind: inbox.kind, id } }),
  ),

  discard: async (context, { idMessage, reason }) => {
    await context.db.transaction((transaction) =>
      inbox.discard(transaction, context, { id: idMessage, reason, by: context.actor.id }),
    );
    return { idMessage };
  },

  replay: async (context, { idMessage }) => {
    const { outcome, reason } = await inbox.replay(context.db, context, idMessage, (one) =>
      process(context, one),
    );
    return { outcome, reason: reason === null ? null : inbox.reasonText(reason) };
  },
});
