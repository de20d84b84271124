import type { Account, AccountSession, accountContract } from '@simiente/contract/account/calls';
import type { SecretConfig } from 'better-auth/crypto';
import { and, desc, eq, getTableColumns } from 'drizzle-orm';
import type { StaffActor } from '../../platform/act.ts';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { pick, toWire } from '../../platform/database/records.ts';
import { RELEASE } from '../../platform/entry-points.ts';
import { changing } from '../../platform/idempotency/idempotency-key.ts';
import { needsTwoFactor, type TwoFactorRule } from '../../platform/identity/guard.ts';
import { listPasskeys } from '../../platform/identity/passkeys/passkeys.ts';
import { matchesPassword } from '../../platform/identity/passwords/credentials.ts';
import { rejectCommonPassword } from '../../platform/identity/passwords/password.ts';
import type { PasswordHashing } from '../../platform/identity/passwords/password-hash.ts';
import { hasPassword, readBinding } from '../../platform/identity/provider/bindings.ts';
import { isLive, type SessionLimits } from '../../platform/identity/sessions/sessions.ts';
import { endSessions, lockAccount, resetPassword } from '../../platform/identity/staff-accounts.ts';
import { readTwoFactor } from '../../platform/identity/two-factor/two-factor.ts';
import { Problem, rejectStale } from '../../platform/problem.ts';
import { staff, staffSessions } from '../../schema/staff.ts';
import { writeAudit, writeEdit } from '../audit/public.ts';

/** The calls of the user's own account. They name no account, and reading leaves no audit row. */
export function accountCalls(deps: AccountDeps): Handlers<typeof accountContract> {
  return {
    read: ({ db, actor }) => readAccount(db, deps, actor),

    update: (context, { name, version }) =>
      context.db.transaction(async (transaction) => ({
        account: await renameAccount(transaction, deps, context, { name, version }),
      })),

    changePassword: async (context, input) => ({
      ended: await changePassword(deps, context, input),
    }),

    sessions: async (context) => ({
      sessions: await listSessions(context.db, deps.sessionLimits, context),
    }),

    revokeSession: changing(revokeSession, answerEnded),
    revokeOtherSessions: changing(revokeOtherSessions, answerEnded),
  };
}

const answerEnded = async (_transaction: Transaction, _context: StaffContext, ended: number) => ({
  ended,
});

export interface AccountDeps {
  readonly passwords: PasswordHashing;
  readonly encryptionKey: SecretConfig;
  readonly sessionLimits: SessionLimits;
  readonly requireTwoFactor: TwoFactorRule;
}

async function readAccount(
  db: Reader,
  { encryptionKey, requireTwoFactor }: AccountDeps,
  actor: Pick<StaffActor, 'id' | 'capabilities'>,
): Promise<Account> {
  const { id: staffId } = actor;
  const [person] = await db
    .select({ name: staff.name, email: staff.email, version: staff.version })
    .from(staff)
    .where(eq(staff.id, staffId));
  if (!person) throw new Problem('UNAUTHORIZED');
  const twoFactor = await readTwoFactor(db, encryptionKey, staffId);
  const binding = await readBinding(db, staffId);
  return {
    ...person,
    twoFactor: twoFactor && toWire(twoFactor),
    passkeys: (await listPasskeys(db, staffId)).map(({ id, ...passkey }) => ({
      idPasskey: id,
      ...toWire(passkey),
    })),
    hasPassword: await hasPassword(db, staffId),
    provider: binding && toWire(pick(binding, ['label', 'createdAt', 'lastUsedAt'])),
    twoFactorRequired: needsTwoFactor(requireTwoFactor, actor),
    release: RELEASE,
  };
}

/**
 * Renames the user's own account. An equal name keeps the version.
 * @param edit an undefined `version` overwrites any version
 */
async function renameAccount(
  transaction: Transaction,
  deps: AccountDeps,
  context: StaffContext,
  { name, version }: { readonly name: string; readonly version: number | undefined },
): Promise<Account> {
  const { id } = context.actor;
  await lockAccount(transaction, id);
  const current = await readAccount(transaction, deps, context.actor);
  await rejectStale(version, current, () => current);
  if (name === current.name) return current;
  const edit = { before: { ...current }, changed: { name } };
  const subject = { kind: 'staff', id } as const;
  await writeEdit(transaction, context, staff, { action: 'account.renamed', subject, ...edit });
  return readAccount(transaction, deps, context.actor);
}

/**
 * Changes the user's own password, confirmed by the current one, and ends every other session. Wrong answers
 * count against this session.
 * @returns how many sessions ended
 * @throws Problem WRONG_PASSWORD, PASSWORD_TOO_COMMON, TOO_MANY_REQUESTS, UNAUTHORIZED
 */
async function changePassword(
  { passwords }: AccountDeps,
  context: StaffContext,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<number> {
  const { actor, db, sessionId } = context;
  if (sessionId === null) throw new Problem('UNAUTHORIZED');
  await rejectCommonPassword(newPassword, actor);
  const subject = { kind: 'staff', id: actor.id } as const;
  return context.owner.limitAttempts<number>(() =>
    db.transaction(async (transaction) => {
      if (!(await matchesPassword(transaction, passwords, actor.id, currentPassword))) {
        await writeAudit(transaction, context, { action: 'account.password_refused', subject });
        return { rejection: 'WRONG_PASSWORD' };
      }
      const ended = await resetPassword(transaction, passwords, actor.id, newPassword, sessionId);
      await writeAudit(transaction, context, {
        action: 'account.password_changed',
        subject,
        details: { sessionsEnded: ended },
      });
      return { body: ended };
    }),
  );
}

async function listSessions(
  db: Reader,
  limits: SessionLimits,
  { actor, sessionId }: StaffContext,
): Promise<AccountSession[]> {
  const rows = await db
    .select(getTableColumns(staffSessions))
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.userId))
    .where(and(eq(staffSessions.userId, actor.id), isLive(limits)))
    .orderBy(desc(staffSessions.updatedAt), desc(staffSessions.id));
  return rows.map((row) => ({
    idSession: row.id,
    current: row.id === sessionId,
    address: row.ipAddress || null,
    userAgent: row.userAgent || null,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.updatedAt.toISOString(),
  }));
}

/**
 * Ends one session of the user's own account: its next request is rejected, its event streams close.
 * @throws Problem NOT_FOUND for an ended session, or a session of another account
 */
async function revokeSession(
  transaction: Transaction,
  context: StaffContext,
  { idSession }: { readonly idSession: string },
): Promise<number> {
  const { rowCount } = await transaction
    .delete(staffSessions)
    .where(and(eq(staffSessions.id, idSession), eq(staffSessions.userId, context.actor.id)));
  if (!rowCount) throw new Problem('NOT_FOUND');
  await auditRevocation(transaction, context, rowCount);
  return rowCount;
}

/**
 * Ends every session of the user's own account except the requesting one.
 * @returns how many
 */
async function revokeOtherSessions(
  transaction: Transaction,
  context: StaffContext,
): Promise<number> {
  const count = await endSessions(transaction, context.actor.id, context.sessionId ?? undefined);
  if (count > 0) await auditRevocation(transaction, context, count);
  return count;
}

function auditRevocation(transaction: Transaction, context: StaffContext, count: number) {
  return writeAudit(transaction, context, {
    action: 'session.revoked',
    subject: { kind: 'staff', id: context.actor.id },
    details: { count },
  });
}
