import { type Assertion, binary } from '@simiente/contract/account/confirmation';
import type { ErrorCode } from '@simiente/contract/common/errors';
import { eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { staffPasskeys } from '../../../schema/staff.ts';
import type { Transaction } from '../../database/database.ts';
import { RETRY_AFTER_UNAVAILABLE } from '../../failures.ts';
import { Problem } from '../../problem.ts';
import { VERIFY_PASSKEY_PATH } from '../identity.ts';
import type { IdentityRoutes } from '../identity-parts.ts';
import { libraryCode, setSessionCookies, toLibraryRequest } from '../library-call.ts';
import { findPasskeyOwner } from './passkeys.ts';

/** Of a new passkey. */
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

/** @throws Problem PASSKEYS_UNAVAILABLE on a page that passkeys are not bound to */
export function passkeyOriginOf(
  { relyingParty }: Pick<IdentityRoutes, 'relyingParty'>,
  request: FastifyRequest,
): string {
  const origin = relyingParty?.originOf(request) ?? null;
  if (origin === null) throw new Problem('PASSKEYS_UNAVAILABLE');
  return origin;
}

/**
 * What a browser needs to use a passkey; its challenge can be answered once, within five minutes.
 * @param headers those of the session whose passkeys are meant; without one, any passkey
 */
export async function makeAssertionOptions(
  parts: IdentityRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
  headers?: Headers,
): Promise<object> {
  const path = '/passkey/generate-authenticate-options';
  const origin = passkeyOriginOf(parts, request);
  const identity = await parts.passkeyIdentity(parts.db);
  const response = await identity.handler(
    toLibraryRequest(request, path, undefined, { origin, ...(headers && { headers }) }),
  );
  if (!response.ok) throw new Problem('UNAVAILABLE', { retryAfter: RETRY_AFTER_UNAVAILABLE });
  setSessionCookies(response, request, reply);
  // The library only prefers it.
  return { ...z.looseObject({}).parse(await response.json()), userVerification: 'required' };
}

type Verified = { readonly response: Response; readonly sessionId: string };

const verified = z.object({ session: z.object({ id: z.string() }) });

/**
 * Checks what a passkey signed, and uses up its challenge. The library opens a session with it, which the
 * caller keeps or deletes. Call it with the account's row locked.
 * @param staffId the account that the passkey has to be of
 */
export async function verifyAssertion(
  parts: IdentityRoutes,
  transaction: Transaction,
  request: FastifyRequest,
  given: Assertion,
  staffId: string,
): Promise<Verified | { readonly refusal: ErrorCode }> {
  const origin = passkeyOriginOf(parts, request);
  const owner = await findPasskeyOwner(transaction, given.id);
  if (owner?.staffId !== staffId) return { refusal: 'PASSKEY_REFUSED' };
  const identity = await parts.passkeyIdentity(transaction);
  const response = await identity.handler(
    toLibraryRequest(
      request,
      VERIFY_PASSKEY_PATH,
      { response: { ...given, clientExtensionResults: {} } },
      { origin },
    ),
  );
  const body: unknown = await response.json().catch(() => null);
  if (response.status >= 500) {
    throw new Problem('UNAVAILABLE', { retryAfter: RETRY_AFTER_UNAVAILABLE });
  }
  if (!response.ok) return { refusal: refusalOf(body) };
  const { session } = verified.parse(body);
  await transaction
    .update(staffPasskeys)
    .set({ lastUsedAt: new Date() })
    .where(eq(staffPasskeys.credentialID, given.id));
  return { response, sessionId: session.id };
}

/** The refusal in an answer of the library's calls on passkeys. */
export function refusalOf(body: unknown): ErrorCode {
  switch (libraryCode(body)) {
    case 'ACCOUNT_INACTIVE':
      return 'ACCOUNT_INACTIVE';
    case 'CHALLENGE_NOT_FOUND':
      return 'PASSKEY_EXPIRED';
    default:
      return 'PASSKEY_REFUSED';
  }
}
