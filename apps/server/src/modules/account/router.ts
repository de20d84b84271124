import { authenticated } from '../../platform/http/procedures.ts';
import type { AccountParts } from './account-parts.ts';
import { changePassword } from './change-password.ts';
import { listSessions } from './list-sessions.ts';
import { readAccount } from './read-account.ts';
import { renameAccount } from './rename-account.ts';
import { revokeOtherSessions, revokeSession } from './revoke-sessions.ts';

const account = authenticated.account;

/** What staff do with their own account; nobody else's can be named. */
export function createAccountRouter(parts: AccountParts) {
  return {
    read: account.read.handler(({ context }) =>
      context.db.transaction(async (transaction) => {
        const data = await readAccount(transaction, parts, context.actor.id);
        return { status: 200, data };
      }),
    ),

    update: account.update.handler(({ context, input: { name, version } }) =>
      context.db.transaction(async (transaction) => {
        const renamed = await renameAccount(transaction, parts, context, { name, version });
        return { status: 200, data: { account: renamed } };
      }),
    ),

    changePassword: account.changePassword.handler(async ({ context, input }) => {
      const ended = await changePassword(parts, context, input);
      return { status: 200, data: { ended } };
    }),

    sessions: account.sessions.handler(({ context }) =>
      context.db.transaction(async (transaction) => {
        const sessions = await listSessions(transaction, parts.sessionLimits, context);
        return { status: 200, data: { sessions } };
      }),
    ),

    revokeSession: account.revokeSession.handler(({ context, input }) =>
      context.db.transaction(async (transaction) => {
        const ended = await revokeSession(transaction, context, input.idSession);
        return { status: 200, data: { ended } };
      }),
    ),

    revokeOtherSessions: account.revokeOtherSessions.handler(({ context }) =>
      context.db.transaction(async (transaction) => {
        const ended = await revokeOtherSessions(transaction, context);
        return { status: 200, data: { ended } };
      }),
    ),
  };
}
