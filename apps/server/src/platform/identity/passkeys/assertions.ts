import type { Assertion, passkeyPurpose } from '@simiente/contract/account/confirmation';
import type { ErrorCode } from '@simiente/contract/common/errors';
import type { AuthenticatorTransportFuture } from '@simplewebauthn/server';
import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { staffPasskeys } from '../../../schema/staff.ts';
import type { Database, Reader, Transaction } from '../../database/database.ts';
import { Problem } from '../../problem.ts';
import type { IdentityCall, IdentityDeps } from '../identity-deps.ts';
import { storeVerification, takeVerification } from '../library-call.ts';
import { hashToken, newToken } from '../sessions/session-token.ts';

/** Loaded when the first passkey is used, because it is a tenth of the server's code. */
export const loadWebAuthn = () => import('@simplewebauthn/server');

type PasskeyDeps = Pick<IdentityDeps, 'relyingParty' | 'passkeyCookie'>;

/** @throws Problem PASSKEYS_UNAVAILABLE if passkeys do not work at the address of the request's page */
export function requireRelyingParty({ relyingParty }: PasskeyDeps, request: FastifyRequest) {
  const origin = relyingParty?.getOrigin(request) ?? null;
  if (relyingParty === null || origin === null) throw new Problem('PASSKEYS_UNAVAILABLE');
  return { rpID: relyingParty.id, origin };
}

/** Seconds within which a challenge can be answered. */
const CHALLENGE_LIFETIME = 5 * 60;

type Purpose = z.infer<typeof passkeyPurpose>;

const storedChallenge = z.object({
  challenge: z.string(),
  path: z.string(),
  subject: z.string().optional(),
  /** The account of the session; absent to sign in. */
  staffId: z.string().optional(),
});

const challengeKey = (token: string) => `passkey-${hashToken(token)}`;

/** Stores a challenge for a purpose, the session's account, and the browser, which gets a cookie. */
export async function storeChallenge(
  db: Database | Transaction,
  { deps, request, reply }: IdentityCall,
  challenge: string,
  purpose: Purpose,
): Promise<void> {
  const token = newToken();
  const value = JSON.stringify({ ...purpose, challenge, staffId: request.staff?.id });
  await storeVerification(db, challengeKey(token), value, CHALLENGE_LIFETIME * 1000);
  deps.passkeyCookie.set(reply, token, CHALLENGE_LIFETIME);
}

/**
 * Consumes the browser's challenge.
 * @returns the expected values of the answer; a rejection if the challenge expired, or has another purpose or account
 */
export async function takeChallenge(
  deps: PasskeyDeps,
  transaction: Transaction,
  request: FastifyRequest,
  subject?: string,
) {
  const { rpID, origin } = requireRelyingParty(deps, request);
  const value = await takeVerification(transaction, challengeKey(deps.passkeyCookie.read(request)));
  if (value === null) return { rejection: 'PASSKEY_EXPIRED' } as const;
  const stored = storedChallenge.parse(JSON.parse(value));
  const isForRequest =
    stored.path === request.routeOptions.url &&
    stored.subject === subject &&
    stored.staffId === request.staff?.id;
  if (!isForRequest) return { rejection: 'PASSKEY_REFUSED' } as const;
  return {
    expectedChallenge: stored.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  };
}

const readTransports = (transports: string | null) =>
  (transports ?? '').split(',').filter(Boolean) as AuthenticatorTransportFuture[];

/** The passkeys of an account, in the form that WebAuthn options list them. */
export async function listCredentials(db: Reader, staffId: string) {
  const passkeys = await db
    .select({ id: staffPasskeys.credentialID, transports: staffPasskeys.transports })
    .from(staffPasskeys)
    .where(eq(staffPasskeys.userId, staffId));
  return passkeys.map(({ id, transports }) => ({ id, transports: readTransports(transports) }));
}

/**
 * Options for a browser to use a passkey. The challenge can be answered once, within five minutes.
 * @param staffId the owner of the passkeys; absent to accept any passkey
 */
export async function makeAssertionOptions(
  call: IdentityCall,
  purpose: Purpose,
  staffId?: string,
): Promise<object> {
  const { deps, request } = call;
  const { rpID } = requireRelyingParty(deps, request);
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID,
    userVerification: 'required',
    ...(staffId !== undefined && { allowCredentials: await listCredentials(deps.db, staffId) }),
  });
  await storeChallenge(deps.db, call, options.challenge, purpose);
  return options;
}

/**
 * Checks the signature of a passkey, and consumes its challenge. The account's row must be locked.
 * @param expected.staffId the account that must have the passkey
 * @param expected.subject the text or record that the assertion must confirm
 * @returns why the assertion is rejected; null if it is valid
 */
export async function verifyAssertion(
  deps: PasskeyDeps,
  transaction: Transaction,
  request: FastifyRequest,
  assertion: Assertion,
  { staffId, subject }: { readonly staffId: string; readonly subject?: string | undefined },
): Promise<ErrorCode | null> {
  const isOwn = and(
    eq(staffPasskeys.credentialID, assertion.id),
    eq(staffPasskeys.userId, staffId),
  );
  const [passkey] = await transaction.select().from(staffPasskeys).where(isOwn);
  if (!passkey) return 'PASSKEY_REFUSED';
  const challenge = await takeChallenge(deps, transaction, request, subject);
  if (challenge.rejection !== undefined) return challenge.rejection;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const result = await verifyAuthenticationResponse({
    ...challenge,
    response: { ...assertion, clientExtensionResults: {} },
    credential: {
      id: passkey.credentialID,
      publicKey: Buffer.from(passkey.publicKey, 'base64'),
      counter: passkey.counter,
    },
    // An invalid answer throws.
  }).catch(() => null);
  if (!result?.verified) return 'PASSKEY_REFUSED';
  await transaction
    .update(staffPasskeys)
    .set({ counter: result.authenticationInfo.newCounter, lastUsedAt: new Date() })
    .where(isOwn);
  return null;
}
