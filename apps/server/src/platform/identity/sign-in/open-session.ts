import type { ErrorCode } from '@simiente/contract/common/errors';
import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { ACTIVE, staff, staffSessions } from '../../../schema/staff.ts';
import type { Transaction } from '../../database/database.ts';
import { unavailable } from '../../failures.ts';
import { Problem } from '../../problem.ts';
import type { SignInSummary } from '../events.ts';
import type { IdentityCall, IdentityDeps } from '../identity-deps.ts';
import { libraryHeaders, setSessionCookies, throwCause } from '../library-call.ts';
import type { OpenedSession } from '../sessions/session-plugin.ts';
import { lockAccount } from '../staff-accounts.ts';
import { SECOND_STEP_SECONDS } from '../two-factor/codes.ts';
import { beginSecondStep } from '../two-factor/two-factor.ts';
import type { Attempt } from './attempts.ts';
import type { KnownAccount } from './known-devices.ts';

export interface SignInAccount extends KnownAccount {
  readonly email: string;
}

/** The new session's headers, the token of a required second step, or a rejection. */
type OpenResult =
  | { readonly headers: Headers }
  | { readonly secondStep: string }
  | { readonly rejection: ErrorCode };

interface SignIn {
  readonly account: SignInAccount;
  readonly attempt: Attempt;
  /** Attempts counted during the sign-in: a password and its second step are two. */
  readonly counted?: number;
  /** How the account was verified, for the audit. */
  readonly how?: { readonly passkey?: string; readonly provider?: boolean };
  /** Verifies the account and opens the session, while the account's row is locked. */
  readonly open: (transaction: Transaction) => Promise<OpenResult>;
  /** Audits a rejection; by default as a rejected sign-in. */
  readonly auditRejection?: (rejection: ErrorCode) => Promise<void>;
}

/** A complete sign-in, or one that waits for the account's second step. */
export type SignInOutcome =
  | { readonly account: SignInAccount; readonly summary: SignInSummary }
  | { readonly twoFactorRequired: true };

/**
 * Completes a sign-in in one transaction. It locks the account's row, so it waits for changes of the password, second
 * step, passkeys and provider.
 */
export async function completeSignIn(
  { deps, request, reply }: IdentityCall,
  { account, attempt, counted, how, open, auditRejection }: SignIn,
): Promise<SignInOutcome> {
  const { db, attempts, events, secondStepCookie } = deps;
  const { staffId, email } = account;
  const answer = await db
    .transaction(async (transaction) => {
      await lockAccount(transaction, staffId);
      const opened = await open(transaction);
      if (!('headers' in opened)) return opened;
      const details = { isNewDevice: attempt.device === null, ...how };
      const summary = await events.auditSignIn(request, staffId, details, transaction);
      return { ...opened, summary };
    })
    .catch((cause: unknown) => {
      if (!(cause instanceof Problem) || cause.code !== 'ACCOUNT_INACTIVE') throw cause;
      return { rejection: cause.code };
    });
  if ('rejection' in answer) {
    if (!auditRejection) return rejectSignIn(deps, request, email, answer.rejection);
    await auditRejection(answer.rejection);
    throw new Problem(answer.rejection);
  }
  if ('secondStep' in answer) {
    await events.auditSecondStep(request, email);
    secondStepCookie.set(reply, answer.secondStep, SECOND_STEP_SECONDS);
    return { twoFactorRequired: true };
  }
  await attempts.recordSuccess(attempt, counted);
  setSessionCookies(answer.headers, reply);
  return { account, summary: answer.summary };
}

/** Audits a rejected sign-in, and throws its Problem. */
export async function rejectSignIn(
  { events }: Pick<IdentityDeps, 'events'>,
  request: FastifyRequest,
  email: string,
  code: ErrorCode,
): Promise<never> {
  await events.auditRejection(request, email, code);
  throw new Problem(code);
}

/** Opens a session after the first step, or begins the second one if the account has it. */
export async function openOrAskSecondStep(
  deps: IdentityDeps,
  transaction: Transaction,
  request: FastifyRequest,
  session: Pick<OpenedSession, 'userId' | 'provedAt'>,
): Promise<OpenResult> {
  const [account] = await transaction
    .select({ status: staff.status, hasSecondStep: staff.twoFactorEnabled })
    .from(staff)
    .where(eq(staff.id, session.userId));
  return account?.status === ACTIVE && account.hasSecondStep
    ? { secondStep: await beginSecondStep(transaction, session.userId) }
    : openSession(deps, transaction, request, { ...session, secondStepAt: null });
}

/**
 * Opens a session.
 * @throws Problem ACCOUNT_INACTIVE, which rolls back the use of a one-time code
 */
export async function openSession(
  { identityWithin }: IdentityDeps,
  transaction: Transaction,
  request: FastifyRequest,
  session: OpenedSession,
): Promise<OpenResult> {
  const isActive = and(eq(staff.id, session.userId), eq(staff.status, ACTIVE));
  if ((await transaction.$count(staff, isActive)) === 0) throw new Problem('ACCOUNT_INACTIVE');
  return identityWithin(transaction)
    .api.openStaffSession({ headers: libraryHeaders(request), body: session, returnHeaders: true })
    .catch((cause: unknown) => {
      throw unavailable(cause);
    });
}

/**
 * Changes the session of a request, and gives it a new token. Called last in its transaction, because a rollback does
 * not remove the token from the reply.
 */
export async function renewSession(
  { deps, request, reply }: IdentityCall,
  transaction: Transaction,
  sessionId: string,
  change: Partial<OpenedSession>,
): Promise<void> {
  await transaction.update(staffSessions).set(change).where(eq(staffSessions.id, sessionId));
  const { headers } = await deps
    .identityWithin(transaction)
    .api.renewSession({ headers: libraryHeaders(request), returnHeaders: true })
    .catch(throwCause);
  setSessionCookies(headers, reply);
}
