import { type Confirmation, confirmation } from '@simiente/contract/account/confirmation';
import type { ErrorCode } from '@simiente/contract/common/errors';
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { staffSessions } from '../../schema/staff.ts';
import type { Transaction } from '../database/database.ts';
import { parseInput } from '../failures.ts';
import { requireBelow } from '../limits/limiter.ts';
import { Problem } from '../problem.ts';
import type { AccountAction } from './events.ts';
import { getSessionId, getStaff } from './guard.ts';
import type { IdentityCall, IdentityDeps } from './identity-deps.ts';
import { verifyAssertion } from './passkeys/assertions.ts';
import { matchesPassword } from './passwords/credentials.ts';
import { isConfirmed, takeConfirmation } from './provider/pending.ts';
import { renewSession } from './sign-in/open-session.ts';
import { lockAccount } from './staff-accounts.ts';
import { claimEitherCode, lockTwoFactor } from './two-factor/two-factor.ts';

/** The result of a check: a value, or the error code of a rejection. */
type CheckResult<T> = { readonly body: T } | { readonly rejection: ErrorCode };

const WRONG_ANSWERS: readonly ErrorCode[] = ['WRONG_PASSWORD', 'WRONG_CODE', 'PASSKEY_REFUSED'];

/**
 * Runs a check of the account's owner. Wrong answers are counted by session, so that no session can use up the attempts
 * of another. The last allowed wrong answer ends the session.
 * @throws Problem with the error code of the check, TOO_MANY_REQUESTS over the limit, or UNAUTHORIZED if the answer
 *   ended the session
 */
async function limitAttempts<T>(
  { db, sessionAttempts, events }: IdentityDeps,
  request: FastifyRequest,
  check: () => Promise<CheckResult<T>>,
): Promise<T> {
  const { id } = getStaff(request);
  const sessionId = getSessionId(request);
  // Counted before the check, so that simultaneous attempts cannot exceed the limit.
  await requireBelow(sessionAttempts, sessionId);
  const result = await check().catch(async (fault: unknown) => {
    // A fault does not count as a wrong answer.
    await sessionAttempts.reward(sessionId);
    throw fault;
  });
  if ('body' in result) {
    await sessionAttempts.delete(sessionId);
    return result.body;
  }
  if (!WRONG_ANSWERS.includes(result.rejection)) {
    await sessionAttempts.reward(sessionId);
    throw new Problem(result.rejection);
  }
  const counted = await sessionAttempts.get(sessionId);
  if ((counted?.consumedPoints ?? 0) < sessionAttempts.points) throw new Problem(result.rejection);
  await db.transaction(async (transaction) => {
    await transaction.delete(staffSessions).where(eq(staffSessions.id, sessionId));
    await events.record(transaction, request, id, 'account.attempts_exhausted');
  });
  throw new Problem('UNAUTHORIZED');
}

/** Runs `work` in a transaction. `work` must confirm the account's owner; wrong answers are counted and limited. */
export function changeOwnAccount<T>(
  deps: IdentityDeps,
  request: FastifyRequest,
  work: (transaction: Transaction, staffId: string) => Promise<CheckResult<T>>,
): Promise<T> {
  return limitAttempts(deps, request, () =>
    deps.db.transaction((transaction) => work(transaction, getStaff(request).id)),
  );
}

/**
 * @param subject the text or record to which a passkey's signature is bound, in addition to the call
 * @returns why the proof is rejected; null if it is valid
 */
export async function confirmOwner(
  deps: IdentityDeps,
  transaction: Transaction,
  request: FastifyRequest,
  proof: Confirmation,
  subject?: string,
): Promise<ErrorCode | null> {
  const { id } = getStaff(request);
  const record = (action: AccountAction) => deps.events.record(transaction, request, id, action);
  if ('passkey' in proof) {
    await lockAccount(transaction, id);
    const expected = { staffId: id, subject };
    const rejection = await verifyAssertion(deps, transaction, request, proof.passkey, expected);
    if (rejection !== null) await record('account.passkey_refused');
    return rejection;
  }
  const factor = await lockTwoFactor(transaction, id);
  if ('provider' in proof) {
    if (!(await isConfirmed(transaction, getSessionId(request)))) return 'PROVIDER_EXPIRED';
  } else if (!(await matchesPassword(transaction, deps.passwords, id, proof.password))) {
    await record('account.password_refused');
    return 'WRONG_PASSWORD';
  }
  if (factor?.verified) {
    const code = proof.code ?? '';
    const kind = await claimEitherCode(transaction, deps.encryptionKey, factor, code, request.log);
    if (kind === null) {
      await record('account.code_refused');
      return 'WRONG_CODE';
    }
    if (kind === 'recovery') await record('two_factor.recovery_code_used');
  }
  // After the code, so that mistyping it does not require another visit to the provider.
  if ('provider' in proof) await takeConfirmation(transaction, getSessionId(request));
  return null;
}

/** Records that the owner of the session's account has just confirmed their identity, and gives the session a new token. */
export function prove(call: IdentityCall): Promise<object> {
  const { deps, request } = call;
  const proof = parseInput(confirmation, request.body);
  return changeOwnAccount<object>(deps, request, async (transaction, staffId) => {
    const rejection = await confirmOwner(deps, transaction, request, proof);
    if (rejection !== null) return { rejection };
    await deps.events.record(transaction, request, staffId, 'account.proved');
    await renewSession(call, transaction, getSessionId(request), { provedAt: new Date() });
    return { body: { proved: true } };
  });
}

export type OwnerCheck = ReturnType<typeof makeOwnerCheck>;

export const makeOwnerCheck = (deps: IdentityDeps, request: FastifyRequest) => ({
  limitAttempts: <T>(work: () => Promise<CheckResult<T>>) => limitAttempts(deps, request, work),
  confirm: (transaction: Transaction, proof: Confirmation, subject: string) =>
    confirmOwner(deps, transaction, request, proof, subject),
});
