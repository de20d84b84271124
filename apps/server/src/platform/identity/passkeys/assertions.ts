import {
  type Assertion,
  binary,
  type passkeyPurpose,
} from '@simiente/contract/account/confirmation';
import type { ErrorCode } from '@simiente/contract/common/errors';
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { staffPasskeys } from '../../../schema/staff.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { unavailable } from '../../failures.ts';
import { Problem } from '../../problem.ts';
import { VERIFY_PASSKEY_PATH } from '../identity.ts';
import type { IdentityCall, IdentityRoutes } from '../identity-parts.ts';
import {
  callLibrary,
  setSessionCookies,
  storeVerification,
  takeVerification,
  toErrorCode,
  toLibraryRequest,
} from '../library-call.ts';
import { findPasskeyOwner } from './passkeys.ts';

/** A browser's answer with a new passkey. */
export const attestation = z.strictObject({
  id: binary,
  rawId: binary,
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON: binary,
    attestationObject: z.base64url().min(1).max(2800),
    transports: z.array(z.string().regex(/^[a-z-]{1,20}$/)).max(8),
  }),
});

/** @throws Problem PASSKEYS_UNAVAILABLE on a page of another domain than that of the passkeys */
export function requirePasskeyOrigin(
  { relyingParty }: Pick<IdentityRoutes, 'relyingParty'>,
  request: FastifyRequest,
): string {
  const origin = relyingParty?.getOrigin(request) ?? null;
  if (origin === null) throw new Problem('PASSKEYS_UNAVAILABLE');
  return origin;
}

/** Milliseconds for which the library accepts a challenge. */
const CHALLENGE_LIFETIME = 5 * 60_000;

type Purpose = z.infer<typeof passkeyPurpose>;

const challengeKey = (challenge: string) => `passkey-for-${challenge}`;
const purposeText = ({ path, subject = '' }: Purpose) => `${path} ${subject}`;

/** Reads the options in the library's answer, and binds their challenge to a purpose. */
export async function bindOptions(
  db: Database | Transaction,
  response: Response,
  purpose: Purpose,
): Promise<{ readonly challenge: string }> {
  const options = z.looseObject({ challenge: z.string() }).parse(await response.json());
  const key = challengeKey(options.challenge);
  await storeVerification(db, key, purposeText(purpose), CHALLENGE_LIFETIME);
  return options;
}

/**
 * Consumes the purpose of the challenge that a passkey signed.
 * @returns why the answer is rejected; null for the purpose of this request
 */
export async function rejectOtherPurpose(
  transaction: Transaction,
  request: FastifyRequest,
  clientDataJSON: string,
  subject?: string,
): Promise<ErrorCode | null> {
  const challenge = readChallenge(clientDataJSON);
  if (challenge === null) return 'PASSKEY_REFUSED';
  const bound = await takeVerification(transaction, challengeKey(challenge));
  if (bound === null) return 'PASSKEY_EXPIRED';
  const path = request.routeOptions.url ?? '';
  return bound === purposeText({ path, subject }) ? null : 'PASSKEY_REFUSED';
}

/** @param clientDataJSON base64url, as the browser sends it */
function readChallenge(clientDataJSON: string): string | null {
  try {
    const parsed = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return z.object({ challenge: z.string() }).parse(parsed).challenge;
  } catch {
    return null;
  }
}

/**
 * Options for a browser to use a passkey. The challenge can be answered once, within five minutes.
 * @param purpose the only purpose for which the challenge is valid
 * @param headers of the session that owns the passkeys; without a session, any passkey is accepted
 */
export async function makeAssertionOptions(
  { parts, request, reply }: IdentityCall,
  purpose: Purpose,
  headers?: Headers,
): Promise<object> {
  const path = '/passkey/generate-authenticate-options';
  const origin = requirePasskeyOrigin(parts, request);
  const identity = await parts.passkeyIdentity(parts.db);
  const response = await identity.handler(
    toLibraryRequest(request, path, undefined, { origin, ...(headers && { headers }) }),
  );
  if (!response.ok) throw unavailable();
  setSessionCookies(response, reply);
  const options = await bindOptions(parts.db, response, purpose);
  // By default the library's options only prefer it.
  return { ...options, userVerification: 'required' };
}

type Verified = { readonly response: Response; readonly sessionId: string };

const verified = z.object({ session: z.object({ id: z.string() }) });

/**
 * Checks the signature of a passkey, and consumes its challenge. The library opens a session, which the caller
 * keeps or deletes. The account's row must be locked.
 * @param expected.staffId the account of the passkey
 * @param expected.subject the text or record that it confirms
 */
export async function verifyAssertion(
  parts: IdentityRoutes,
  transaction: Transaction,
  request: FastifyRequest,
  assertion: Assertion,
  { staffId, subject }: { readonly staffId: string; readonly subject?: string | undefined },
): Promise<Verified | { readonly refusal: ErrorCode }> {
  const origin = requirePasskeyOrigin(parts, request);
  const owner = await findPasskeyOwner(transaction, assertion.id);
  if (owner?.staffId !== staffId) return { refusal: 'PASSKEY_REFUSED' };
  const { clientDataJSON } = assertion.response;
  const refusal = await rejectOtherPurpose(transaction, request, clientDataJSON, subject);
  if (refusal !== null) return { refusal };
  const { response, body } = await callLibrary(
    await parts.passkeyIdentity(transaction),
    toLibraryRequest(
      request,
      VERIFY_PASSKEY_PATH,
      { response: { ...assertion, clientExtensionResults: {} } },
      { origin },
    ),
  );
  if (!response.ok) return { refusal: toPasskeyError(body) };
  const { session } = verified.parse(body);
  await transaction
    .update(staffPasskeys)
    .set({ lastUsedAt: new Date() })
    .where(eq(staffPasskeys.credentialID, assertion.id));
  return { response, sessionId: session.id };
}

const PASSKEY_ERRORS = new Map<string, ErrorCode>([
  ['ACCOUNT_INACTIVE', 'ACCOUNT_INACTIVE'],
  ['CHALLENGE_NOT_FOUND', 'PASSKEY_EXPIRED'],
]);

/** The error code for the answer of a library's call on passkeys. */
export const toPasskeyError = (body: unknown) =>
  toErrorCode(body, PASSKEY_ERRORS, 'PASSKEY_REFUSED');
