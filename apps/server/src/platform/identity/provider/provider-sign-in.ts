import type { ErrorCode } from '@simiente/contract/common/errors';
import { eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { staffProviders } from '../../../schema/staff.ts';
import { RETRY_AFTER_UNAVAILABLE } from '../../failures.ts';
import { Problem } from '../../problem.ts';
import type { News } from '../events.ts';
import type { IdentityRoutes } from '../identity-parts.ts';
import { libraryCode, setSessionCookies, toLibraryRequest } from '../library-call.ts';
import { lockAccount } from '../staff-accounts.ts';
import type { CompletedSignIn } from '../two-factor/second-step.ts';
import { findBound } from './bindings.ts';
import { OPEN_SESSION_PATH } from './open-session.ts';
import type { ProviderAccount } from './provider.ts';

/** A complete sign-in, or one that waits for the account's second step. */
export type OpenedSession = CompletedSignIn | { readonly twoFactorRequired: true };

type Answer =
  | { readonly refusal: ErrorCode }
  /** `news` is null while the second step is missing. */
  | { readonly response: Response; readonly news: News | null };

const secondStepAsked = z.object({ twoFactorRedirect: z.literal(true) });

/**
 * Opens a session of the account that is bound to one at the provider, which is the first step alone. The
 * account's row is locked, so that a binding that is being removed opens no session.
 * @param email of the account that has to sign in; any bound one without it
 * @throws Problem PROVIDER_UNBOUND, ACCOUNT_INACTIVE, TOO_MANY_REQUESTS
 */
export async function openBoundSession(
  parts: IdentityRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
  account: ProviderAccount,
  email?: string,
): Promise<OpenedSession> {
  const { db, attempts, devices, events } = parts;
  const owner = await findBound(db, account);
  const isOther = email !== undefined && email !== owner?.email;
  if (!owner || isOther) {
    await events.refused(request, owner?.email ?? '', 'PROVIDER_UNBOUND');
    throw new Problem('PROVIDER_UNBOUND');
  }
  const { staffId } = owner;
  const device = devices.find(request, owner);
  // Counted like a password: a completed second step clears both counters.
  const attempt = { email: owner.email, address: request.ip, device };
  const throttled = await attempts.begin(attempt);
  if (throttled) {
    if (throttled.first) await events.refused(request, owner.email, 'TOO_MANY_REQUESTS');
    throw new Problem('TOO_MANY_REQUESTS', { retryAfter: throttled.retryAfter });
  }
  const answer = await db.transaction(async (transaction): Promise<Answer> => {
    await lockAccount(transaction, staffId);
    const still = await findBound(transaction, account);
    if (still?.staffId !== staffId) return { refusal: 'PROVIDER_UNBOUND' };
    const response = await parts
      .identityWithin(transaction)
      .handler(toLibraryRequest(request, OPEN_SESSION_PATH, { userId: staffId }));
    const body: unknown = await response.json().catch(() => null);
    if (!response.ok) {
      if (libraryCode(body) === 'ACCOUNT_INACTIVE') return { refusal: 'ACCOUNT_INACTIVE' };
      throw new Problem('UNAVAILABLE', { retryAfter: RETRY_AFTER_UNAVAILABLE });
    }
    await transaction
      .update(staffProviders)
      .set({ lastUsedAt: new Date(), label: account.label })
      .where(eq(staffProviders.staffId, staffId));
    if (secondStepAsked.safeParse(body).success) return { response, news: null };
    const how = { isNewDevice: device === null, provider: true };
    return { response, news: await events.signedIn(request, staffId, how, transaction) };
  });
  if ('refusal' in answer) {
    await events.refused(request, owner.email, answer.refusal);
    throw new Problem(answer.refusal);
  }
  const { response, news } = answer;
  if (news === null) {
    await events.secondStepAsked(request, owner.email);
    // The session that the library made is deleted already; only its two-factor cookie is passed on.
    response.headers.delete('set-auth-token');
    setSessionCookies(response, request, reply);
    return { twoFactorRequired: true };
  }
  await attempts.succeeded(attempt);
  setSessionCookies(response, request, reply);
  return { account: owner, news };
}
