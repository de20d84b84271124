import type {
  accountLinksContract,
  accountsContract,
  ShownLink,
} from '@simiente/contract/accounts/calls';
import type { Pool } from 'pg';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { idempotent } from '../../platform/idempotency/idempotency-key.ts';
import type { PasswordHashing } from '../../platform/identity/passwords/password-hash.ts';
import type { SessionLimits } from '../../platform/identity/sessions/sessions.ts';
import type { Limit } from '../../platform/limits/limiter.ts';
import { Problem } from '../../platform/problem.ts';
import { INVITED, isSuspended } from '../../schema/staff.ts';
import { audited, auditView, listedFilter, writeAudit } from '../audit/public.ts';
import type { Outbox } from '../mail/public.ts';
import {
  confirmRoles,
  endAccountSessions,
  type Factor,
  inviteAccount,
  lockOther,
  removeFactor,
  setAccountActive,
  updateAccount,
} from './change-account.ts';
import { createLinkVisits, type createPasswordRequests, makeLink } from './links.ts';
import { listAccounts, readStaffAccount } from './read-accounts.ts';

export function accountsCalls(
  limits: SessionLimits,
  outbox: Outbox | null,
): Handlers<typeof accountsContract> {
  const withLimits = (context: StaffContext) => ({ ...context, limits });

  /** Runs a change in a transaction, and returns the changed account with the change's own result. */
  function changeAccount<
    Input extends { readonly idAccount: string },
    Result,
    Answer extends object,
  >(
    change: (
      transaction: Transaction,
      context: ReturnType<typeof withLimits>,
      input: Input,
    ) => Promise<Result>,
    toAnswer?: (result: Result) => Answer,
  ) {
    return (context: StaffContext, input: Input) =>
      context.db.transaction(async (transaction) => {
        const limited = withLimits(context);
        const { idAccount: id } = input;
        const result = await change(transaction, limited, input);
        const account = await readStaffAccount(transaction, limited, id);
        // A change without effect writes no audit row, but its answer shows the account.
        const subject = { kind: 'staff', id } as const;
        await auditView(transaction, context, { action: 'staff.read', subject });
        return { account, ...(toAnswer?.(result) as Answer) };
      });
  }

  const removeOneFactor = (factor: Factor) =>
    changeAccount(async (transaction, context, { idAccount }: { readonly idAccount: string }) => {
      await lockOther(transaction, context, idAccount);
      await removeFactor(transaction, context, idAccount, factor);
    });

  return {
    list: audited(
      (context, input) => listAccounts(withLimits(context), input),
      (input, { accounts }) => ({
        action: 'staff.listed',
        details: { filter: listedFilter(input), count: accounts.length },
      }),
    ),

    getOne: audited(
      (context, { idAccount }) => readStaffAccount(context.db, withLimits(context), idAccount),
      ({ idAccount: id }) => ({ action: 'staff.read', subject: { kind: 'staff', id } }),
    ),

    // The stored answer has only the id: a repeated request creates a link that replaces the first.
    invite: idempotent('accounts.invite', inviteAccount, async (transaction, context, id) => {
      const link = await makeLink(transaction, id, 'invitation', {
        outbox,
        madeBy: context.actor.id,
      });
      await auditView(transaction, context, toLinkEntry(id, 'invitation'));
      return { account: await readStaffAccount(transaction, withLimits(context), id), link };
    }),

    update: changeAccount(updateAccount),
    confirmRoles: changeAccount(confirmRoles),
    setActive: changeAccount(setAccountActive),
    endSessions: changeAccount(
      (transaction, context, { idAccount }) => endAccountSessions(transaction, context, idAccount),
      (ended) => ({ ended }),
    ),
    resetTwoFactor: removeOneFactor('second-step'),
    removePasskeys: removeOneFactor('passkey'),
    removeProvider: removeOneFactor('provider'),

    makeLink: changeAccount(
      async (transaction, context, { idAccount }) => {
        const { status } = await lockOther(transaction, context, idAccount);
        if (isSuspended(status)) throw new Problem('ACCOUNT_SUSPENDED');
        const kind = status === INVITED ? 'invitation' : 'password';
        const link = await makeLink(transaction, idAccount, kind, {
          outbox,
          madeBy: context.actor.id,
        });
        await writeAudit(transaction, context, toLinkEntry(idAccount, kind));
        return link;
      },
      (link) => ({ link }),
    ),
  };
}

const toLinkEntry = (id: string, kind: ShownLink['kind']) =>
  ({ action: 'staff.link_made', subject: { kind: 'staff', id }, details: { kind } }) as const;

/** The calls of the page that a link opens, which needs no session. */
export function accountLinkCalls(
  pool: Pool,
  passwords: PasswordHashing,
  perNetwork: Limit,
  requestLink: ReturnType<typeof createPasswordRequests>,
): Handlers<typeof accountLinksContract> {
  const visits = createLinkVisits(pool, passwords, perNetwork);
  return {
    request: (context, { email }) => requestLink(context, email),
    read: (context, { token }) => visits.read(context, token),
    use: async (context, input) => ({ email: await visits.use(context, input) }),
  };
}
