import type { accountContract } from '@simiente/contract/account/calls';
import type { Handlers } from '../../platform/calls/handlers.ts';
import {
  type AccountParts,
  changePassword,
  listSessions,
  readAccount,
  renameAccount,
  revokeOtherSessions,
  revokeSession,
} from './own-account.ts';

/**
 * The calls of the user's own account. No other account can be named, and reading it leaves no audit row.
 */
export function accountCalls(parts: AccountParts): Handlers<typeof accountContract> {
  return {
    read: ({ db, actor }) => readAccount(db, parts, actor),

    update: (context, { name, version }) =>
      context.db.transaction(async (transaction) => ({
        account: await renameAccount(transaction, parts, context, { name, version }),
      })),

    changePassword: async (context, input) => ({
      ended: await changePassword(parts, context, input),
    }),

    sessions: async (context) => ({
      sessions: await listSessions(context.db, parts.sessionLimits, context),
    }),

    revokeSession: (context, { idSession }) =>
      context.db.transaction(async (transaction) => ({
        ended: await revokeSession(transaction, context, idSession),
      })),

    revokeOtherSessions: (context) =>
      context.db.transaction(async (transaction) => ({
        ended: await revokeOtherSessions(transaction, context),
      })),
  };
}
