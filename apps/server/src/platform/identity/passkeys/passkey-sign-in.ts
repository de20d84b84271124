import { assertion as assertionSchema } from '@simiente/contract/account/confirmation';
import * as z from 'zod';
import { parseInput } from '../../failures.ts';
import { countRequest, type Limit } from '../../limits/limiter.ts';
import { Problem } from '../../problem.ts';
import { IDENTITY_PATH } from '../identity.ts';
import type { IdentityCall } from '../identity-parts.ts';
import { setSessionCookies } from '../library-call.ts';
import { beginAttempt } from '../sign-in/attempts.ts';
import { lockAccount } from '../staff-accounts.ts';
import type { CompletedSignIn } from '../two-factor/second-step.ts';
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

/**
 * A complete sign-in: the authenticator is one factor, and its verification of the user the other. The account's
 * row is locked, so that a passkey that is being removed opens no session.
 */
export async function signInWithPasskey({
  parts,
  request,
  reply,
}: IdentityCall): Promise<CompletedSignIn> {
  const { db, attempts, devices, events } = parts;
  const { response: assertion, email } = parseInput(input, request.body);
  requirePasskeyOrigin(parts, request);
  const owner = await findPasskeyOwner(db, assertion.id);
  const device = devices.find(request, owner);
  // An unknown passkey is counted by its id and by network.
  const attempt = { email: owner?.email ?? assertion.id, address: request.ip, device };
  await beginAttempt(parts, request, attempt);
  const isOtherAccount = email !== undefined && email !== owner?.email;
  if (!owner || isOtherAccount) {
    await events.refused(request, attempt.email, 'PASSKEY_REFUSED');
    throw new Problem('PASSKEY_REFUSED');
  }
  const { staffId, name } = owner;
  const answer = await db.transaction(async (transaction) => {
    await lockAccount(transaction, staffId);
    const verified = await verifyAssertion(parts, transaction, request, assertion, { staffId });
    if ('refusal' in verified) return verified;
    const how = { isNewDevice: device === null, passkey: name };
    return {
      response: verified.response,
      news: await events.signedIn(request, staffId, how, transaction),
    };
  });
  if ('refusal' in answer) {
    await events.refused(request, owner.email, answer.refusal);
    throw new Problem(answer.refusal);
  }
  await attempts.succeeded(attempt);
  setSessionCookies(answer.response, reply);
  return { account: owner, news: answer.news };
}
