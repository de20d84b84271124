import { MAX_PASSKEY_NAME_LENGTH, MAX_PASSKEYS } from '@simiente/contract/account/calls';
import { binary, confirmation, passkeyPurpose } from '@simiente/contract/account/confirmation';
import type { ErrorCode } from '@simiente/contract/common/errors';
import { lineText } from '@simiente/contract/common/text';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { staffPasskeys, staffSessions } from '../../../schema/staff.ts';
import type { Transaction } from '../../database/database.ts';
import { parseInput } from '../../failures.ts';
import { Problem } from '../../problem.ts';
import { changeOwnAccount, confirmOwner } from '../confirmation.ts';
import { getSessionId, getStaff } from '../guard.ts';
import { IDENTITY_PATH } from '../identity.ts';
import {
  type IdentityCall,
  type IdentityDeps,
  OPEN,
  SETTING_UP,
  SIGNED_IN,
} from '../identity-deps.ts';
import { requireOtherSignInMethod } from '../provider/bindings.ts';
import { announceChange, endSessions } from '../staff-accounts.ts';
import { ISSUER } from '../two-factor/codes.ts';
import { lockTwoFactor } from '../two-factor/two-factor.ts';
import {
  listCredentials,
  loadWebAuthn,
  makeAssertionOptions,
  requireRelyingParty,
  storeChallenge,
  takeChallenge,
} from './assertions.ts';
import { beginPasskeySignIn } from './passkey-sign-in.ts';
import { countPasskeys, requireSecondStep } from './passkeys.ts';

/** A browser's answer with a new passkey. */
const attestation = z.strictObject({
  id: binary,
  rawId: binary,
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON: binary,
    attestationObject: z.base64url().min(1).max(2800),
    transports: z.array(z.string().regex(/^[a-z-]{1,20}$/)).max(8),
  }),
});
const addInput = z.strictObject({
  name: lineText(MAX_PASSKEY_NAME_LENGTH).min(1, 'Escribe un nombre'),
  response: attestation,
});
const removeInput = z.strictObject({ idPasskey: z.string().min(1).max(64), confirmation });

/**
 * Registers the calls with which users add and remove passkeys of their own account. A browser needs options for
 * each use of a passkey. Their challenge can be answered once, within five minutes.
 * - `POST /api/auth/passkey/sign-in-options` `{}`: to sign in with `…/sign-in` (routes.ts)
 * - `POST /api/auth/passkey/confirm-options` `{path, subject?}`: to confirm the call with that path; for a
 * signature, `subject` is the digest of the text to sign
 * - `POST /api/auth/passkey/add-options` with a confirmation (confirmation.ts of the contract): to create a passkey
 * - `POST /api/auth/passkey/add` `{name, response}`: `{idPasskey}`
 * - `POST /api/auth/passkey/remove` `{idPasskey, confirmation}`: `{ended}`: the number of other sessions that ended
 */
export function registerPasskeyRoutes(app: FastifyInstance, deps: IdentityDeps): void {
  const at = (name: string) => `${IDENTITY_PATH}/passkey/${name}`;

  app.post(at('sign-in-options'), OPEN, (request, reply) =>
    beginPasskeySignIn({ deps, request, reply }),
  );
  app.post(at('confirm-options'), SIGNED_IN, (request, reply) => {
    const purpose = parseInput(passkeyPurpose, request.body);
    return makeAssertionOptions({ deps, request, reply }, purpose, getStaff(request).id);
  });
  app.post(at('add-options'), SETTING_UP, (request, reply) =>
    beginAdding({ deps, request, reply }),
  );
  app.post(at('add'), SETTING_UP, (request) => add(deps, request));
  app.post(at('remove'), SIGNED_IN, (request) => remove(deps, request));
}

async function beginAdding(call: IdentityCall): Promise<unknown> {
  const { deps, request } = call;
  const proof = parseInput(confirmation, request.body);
  const { rpID } = requireRelyingParty(deps, request);
  const { email } = getStaff(request);
  return changeOwnAccount(deps, request, async (transaction, staffId) => {
    await requireMayAdd(transaction, request, staffId);
    const rejection = await confirmOwner(deps, transaction, request, proof);
    if (rejection !== null) return { rejection };
    const { generateRegistrationOptions } = await loadWebAuthn();
    const options = await generateRegistrationOptions({
      rpName: ISSUER,
      rpID,
      userName: email,
      userDisplayName: email,
      excludeCredentials: await listCredentials(transaction, staffId),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const purpose = { path: `${IDENTITY_PATH}/passkey/add` };
    await storeChallenge(transaction, call, options.challenge, purpose);
    return { body: options };
  });
}

async function add(deps: IdentityDeps, request: FastifyRequest): Promise<unknown> {
  const { name, response } = parseInput(addInput, request.body);
  requireRelyingParty(deps, request);
  return changeOwnAccount(deps, request, async (transaction, staffId) => {
    await requireMayAdd(transaction, request, staffId);
    const reject = async (rejection: ErrorCode) => {
      await deps.events.record(transaction, request, staffId, 'account.passkey_refused');
      return { rejection };
    };
    const expected = await takeChallenge(deps, transaction, request);
    if (expected.rejection !== undefined) return reject(expected.rejection);
    const { verifyRegistrationResponse } = await loadWebAuthn();
    const { registrationInfo } = await verifyRegistrationResponse({
      ...expected,
      response: { ...response, clientExtensionResults: {} } as RegistrationResponseJSON,
    }).catch(() => ({ registrationInfo: undefined }));
    if (!registrationInfo) return reject('PASSKEY_REFUSED');
    const { credential, credentialDeviceType, credentialBackedUp, aaguid } = registrationInfo;
    const [passkey] = await transaction
      .insert(staffPasskeys)
      .values({
        id: crypto.randomUUID(),
        name,
        userId: staffId,
        credentialID: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64'),
        counter: credential.counter,
        deviceType: credentialDeviceType,
        backedUp: credentialBackedUp,
        transports: response.response.transports.join(','),
        aaguid,
      })
      .onConflictDoNothing({ target: staffPasskeys.credentialID })
      .returning({ id: staffPasskeys.id });
    if (!passkey) return { rejection: 'PASSKEY_REFUSED' };
    // The browser verified its user, so this session has a completed second step too.
    await transaction
      .update(staffSessions)
      .set({ secondStepAt: new Date() })
      .where(and(eq(staffSessions.id, getSessionId(request)), isNull(staffSessions.secondStepAt)));
    await announceChange(transaction, staffId);
    await deps.events.record(transaction, request, staffId, 'passkey.added', { passkey: name });
    return { body: { idPasskey: passkey.id } };
  });
}

async function remove(deps: IdentityDeps, request: FastifyRequest): Promise<unknown> {
  const { idPasskey, confirmation: proof } = parseInput(removeInput, request.body);
  return changeOwnAccount(deps, request, async (transaction, staffId) => {
    const factor = await lockTwoFactor(transaction, staffId);
    const isOwnPasskey = and(eq(staffPasskeys.id, idPasskey), eq(staffPasskeys.userId, staffId));
    const [passkey] = await transaction
      .select({ name: staffPasskeys.name })
      .from(staffPasskeys)
      .where(isOwnPasskey);
    if (!passkey) return { rejection: 'NOT_FOUND' };
    const isLast = (await countPasskeys(transaction, staffId)) === 1;
    if (request.needsTwoFactor && isLast && !factor?.verified) {
      return { rejection: 'TWO_FACTOR_REQUIRED' };
    }
    await requireOtherSignInMethod(transaction, staffId, { idPasskey });
    const rejection = await confirmOwner(deps, transaction, request, proof);
    if (rejection !== null) return { rejection };
    await transaction.delete(staffPasskeys).where(isOwnPasskey);
    await announceChange(transaction, staffId);
    // Other sessions all end, because a session does not store which passkey opened it.
    const ended = await endSessions(transaction, staffId, getSessionId(request));
    await deps.events.record(transaction, request, staffId, 'passkey.removed', {
      passkey: passkey.name,
      sessionsEnded: ended,
    });
    return { body: { ended } };
  });
}

/** Locks the account, and checks that this session may add another passkey. */
async function requireMayAdd(
  transaction: Transaction,
  request: FastifyRequest,
  staffId: string,
): Promise<void> {
  await lockTwoFactor(transaction, staffId);
  if (request.needsTwoFactor) {
    await requireSecondStep(transaction, staffId, getSessionId(request));
  }
  if ((await countPasskeys(transaction, staffId)) >= MAX_PASSKEYS) {
    throw new Problem('TOO_MANY_PASSKEYS');
  }
}
