import { assertion as assertionSchema } from '@simiente/contract/account/confirmation';
import * as z from 'zod';
import { parseInput } from '../../failures.ts';
import { countRequest, type Limit } from '../../limits/limiter.ts';
import { IDENTITY_PATH } from '../identity.ts';
import type { IdentityCall } from '../identity-parts.ts';
import { beginAttempt } from '../sign-in/attempts.ts';
import { completeSignIn, refuseSignIn, type SignInOutcome } from '../sign-in/open-session.ts';
import { makeAssertionOptions, requirePasskeyOrigin, verifyAssertion } from './assertions.ts';
import { findPasskeyOwner } from './passkeys.ts';

/** Limit per network, because each request stores a challenge for five minutes. */
export const PASSKEY_LIMIT: Limit = { most: 300, windowSeconds: 15 * 60 };

const input = z.strictObject({
  response: assertionSchema,
  /** The account of a locked screen. */
  email: z.string().min(1).max(320).optional(),
});

/** Options for a browser to sign in with any passkey of this installation. */
export async function beginPasskeySignIn(call: IdentityCall): Promise<object> {
  const { parts, request } = call;
  parseInput(z.strictObject({}), request.body);
  requirePasskeyOrigin(parts, request);
  await countRequest(parts.passkeyLimit, request);
  // Without the browser's session, which would limit the passkeys to those of its account.
  const purpose = { path: `${IDENTITY_PATH}/passkey/sign-in` };
  return makeAssertionOptions(call, purpose, new Headers());
}

/** A complete sign-in: the authenticator is one factor, and its verification of the user the other. */
export async function signInWithPasskey(call: IdentityCall): Promise<SignInOutcome> {
  const { parts, request } = call;
  const { response: assertion, email } = parseInput(input, request.body);
  requirePasskeyOrigin(parts, request);
  const account = await findPasskeyOwner(parts.db, assertion.id);
  // An unknown passkey is counted by its id and by network.
  const attempt = await beginAttempt(parts, request, account?.email ?? assertion.id, account);
  if (!account || (email !== undefined && email !== account.email)) {
    return refuseSignIn(parts, request, attempt.email, 'PASSKEY_REFUSED');
  }
  return completeSignIn(call, {
    account,
    attempt,
    how: { passkey: account.name },
    open: (transaction) => verifyAssertion(parts, transaction, request, assertion, account),
  });
}
