import { assertion as assertionSchema } from '@simiente/contract/account/confirmation';
import * as z from 'zod';
import { parseInput } from '../../failures.ts';
import { countRequest, type Limit } from '../../limits/limiter.ts';
import { IDENTITY_PATH } from '../identity.ts';
import type { IdentityCall } from '../identity-deps.ts';
import { beginAttempt } from '../sign-in/attempts.ts';
import {
  completeSignIn,
  openSession,
  rejectSignIn,
  type SignInOutcome,
} from '../sign-in/open-session.ts';
import { makeAssertionOptions, requireRelyingParty, verifyAssertion } from './assertions.ts';
import { findPasskeyOwner } from './passkeys.ts';

/** Limit per client address, because each request stores a challenge for five minutes. */
export const PASSKEY_LIMIT: Limit = { max: 300, windowSeconds: 15 * 60 };

const input = z.strictObject({
  response: assertionSchema,
  /** Sent by a locked screen: only this account may sign in. */
  email: z.string().min(1).max(320).optional(),
});

/** Options for a browser to sign in with any passkey of this installation. */
export async function beginPasskeySignIn(call: IdentityCall): Promise<object> {
  const { deps, request } = call;
  parseInput(z.strictObject({}), request.body);
  requireRelyingParty(deps, request);
  await countRequest(deps.passkeyLimit, request);
  return makeAssertionOptions(call, { path: `${IDENTITY_PATH}/passkey/sign-in` });
}

/** A complete sign-in: the authenticator is one factor, and its verification of the user the other. */
export async function signInWithPasskey(call: IdentityCall): Promise<SignInOutcome> {
  const { deps, request } = call;
  const { response: assertion, email } = parseInput(input, request.body);
  requireRelyingParty(deps, request);
  const account = await findPasskeyOwner(deps.db, assertion.id);
  // Attempts with an unknown passkey are limited by its id and by network.
  const attempt = await beginAttempt(deps, request, account?.email ?? assertion.id, account);
  if (!account || (email !== undefined && email !== account.email)) {
    return rejectSignIn(deps, request, attempt.email, 'PASSKEY_REFUSED');
  }
  const { staffId } = account;
  return completeSignIn(call, {
    account,
    attempt,
    how: { passkey: account.name },
    open: async (transaction) => {
      const rejection = await verifyAssertion(deps, transaction, request, assertion, { staffId });
      if (rejection !== null) return { rejection };
      const now = new Date();
      const session = { userId: staffId, secondStepAt: now, provedAt: now };
      return openSession(deps, transaction, request, session);
    },
  });
}
