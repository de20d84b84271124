import { LONGEST_PASSKEY_NAME, MOST_PASSKEYS } from '@simiente/contract/account/calls';
import { confirmation, passkeyPurpose } from '@simiente/contract/account/confirmation';
import { lineText } from '@simiente/contract/common/text';
import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { staffPasskeys, staffSessions } from '../../../schema/staff.ts';
import type { Transaction } from '../../database/database.ts';
import { parseInput } from '../../failures.ts';
import { Problem } from '../../problem.ts';
import { changeOwnAccount, confirmOwner } from '../confirmation.ts';
import type { AccountAction } from '../events.ts';
import { getSessionId } from '../guard.ts';
import { IDENTITY_PATH } from '../identity.ts';
import type { IdentityCall, IdentityRoutes } from '../identity-parts.ts';
import { setSessionCookies, toLibraryRequest } from '../library-call.ts';
import { requireOtherWay } from '../provider/bindings.ts';
import { announceAccount, endSessions } from '../staff-accounts.ts';
import { lockTwoFactor } from '../two-factor/two-factor.ts';
import {
  attestation,
  bindOptions,
  makeAssertionOptions,
  rejectOtherPurpose,
  requirePasskeyOrigin,
  toPasskeyError,
} from './assertions.ts';
import { beginPasskeySignIn } from './passkey-sign-in.ts';
import { countPasskeys, findPasskeyOwner, requireOwnPasskey } from './passkeys.ts';

const added = z.strictObject({
  name: lineText(LONGEST_PASSKEY_NAME).min(1, 'Escribe un nombre'),
  response: attestation,
});
const removed = z.strictObject({ idPasskey: z.string().min(1).max(64), confirmation });

/**
 * Registers the calls with which users add and remove passkeys of their own account. A browser needs options for
 * each use of a passkey. Their challenge can be answered once, within five minutes.
 * - `POST /api/auth/passkey/sign-in-options` `{}`: to sign in with `…/sign-in` (routes.ts)
 * - `POST /api/auth/passkey/confirm-options` `{path, subject?}`: to confirm, in the call with that path, with a
 * passkey of the user's own account; for a signature, `subject` is the digest of its text
 * - `POST /api/auth/passkey/add-options` `{password, code?}` or `{passkey}`: to create a new one
 * - `POST /api/auth/passkey/add` `{name, response}`: `{idPasskey}`
 * - `POST /api/auth/passkey/remove` `{idPasskey, confirmation}`: `{ended}`, because all other sessions end
 */
export function registerPasskeyRoutes(app: FastifyInstance, parts: IdentityRoutes): void {
  const at = (name: string) => `${IDENTITY_PATH}/passkey/${name}`;
  const setUp = { config: { access: 'session', capabilities: [], beforeTwoFactor: true } } as const;
  const settled = { config: { access: 'session', capabilities: [] } } as const;

  app.post(at('sign-in-options'), { config: { access: 'open' } }, (request, reply) =>
    beginPasskeySignIn({ parts, request, reply }),
  );
  app.post(at('confirm-options'), settled, (request, reply) => {
    const purpose = parseInput(passkeyPurpose, request.body);
    return makeAssertionOptions({ parts, request, reply }, purpose);
  });
  app.post(at('add-options'), setUp, (request, reply) => beginAdding({ parts, request, reply }));
  app.post(at('add'), setUp, (request) => add(parts, request));
  app.post(at('remove'), settled, (request) => remove(parts, request));
}

async function beginAdding({ parts, request, reply }: IdentityCall): Promise<unknown> {
  const proof = parseInput(confirmation, request.body);
  const origin = requirePasskeyOrigin(parts, request);
  return changeOwnAccount(parts, request, async (transaction, staffId) => {
    await requireMayAdd(transaction, request, staffId);
    const refusal = await confirmOwner(parts, transaction, request, proof);
    if (refusal !== null) return { refusal };
    const path = '/passkey/generate-register-options';
    const identity = await parts.passkeyIdentity(transaction);
    const response = await identity.handler(toLibraryRequest(request, path, undefined, { origin }));
    if (!response.ok) throw new Problem('INTERNAL', { cause: await response.json() });
    setSessionCookies(response, reply);
    const purpose = { path: `${IDENTITY_PATH}/passkey/add` };
    return { body: await bindOptions(transaction, response, purpose) };
  });
}

async function add(parts: IdentityRoutes, request: FastifyRequest): Promise<unknown> {
  const { name, response: passkey } = parseInput(added, request.body);
  const origin = requirePasskeyOrigin(parts, request);
  return changeOwnAccount(parts, request, async (transaction, staffId) => {
    await requireMayAdd(transaction, request, staffId);
    const happened = (action: AccountAction, details?: Readonly<Record<string, unknown>>) =>
      parts.events.happened(transaction, request, staffId, action, details);
    const { clientDataJSON } = passkey.response;
    const refusal = await rejectOtherPurpose(transaction, request, clientDataJSON);
    if (refusal !== null) {
      await happened('account.passkey_refused');
      return { refusal };
    }
    // The library would fail, because ids are unique.
    if (await findPasskeyOwner(transaction, passkey.id)) return { refusal: 'PASSKEY_REFUSED' };
    const identity = await parts.passkeyIdentity(transaction);
    const response = await identity.handler(
      toLibraryRequest(
        request,
        '/passkey/verify-registration',
        { name, response: { ...passkey, clientExtensionResults: {} } },
        { origin },
      ),
    );
    const body: unknown = await response.json().catch(() => null);
    if (!response.ok) {
      await happened('account.passkey_refused');
      return { refusal: toPasskeyError(body) };
    }
    const { id } = z.object({ id: z.string() }).parse(body);
    // The browser verified its user, so this session has a completed second step too.
    await transaction
      .update(staffSessions)
      .set({ secondStepAt: new Date() })
      .where(and(eq(staffSessions.id, getSessionId(request)), isNull(staffSessions.secondStepAt)));
    await announceAccount(transaction, staffId);
    await happened('passkey.added', { passkey: name });
    return { body: { idPasskey: id } };
  });
}

async function remove(parts: IdentityRoutes, request: FastifyRequest): Promise<unknown> {
  const { idPasskey, confirmation: proof } = parseInput(removed, request.body);
  return changeOwnAccount(parts, request, async (transaction, staffId) => {
    const factor = await lockTwoFactor(transaction, staffId);
    const isOwnPasskey = and(eq(staffPasskeys.id, idPasskey), eq(staffPasskeys.userId, staffId));
    const [passkey] = await transaction
      .select({ name: staffPasskeys.name })
      .from(staffPasskeys)
      .where(isOwnPasskey);
    if (!passkey) return { refusal: 'NOT_FOUND' };
    const isLast = (await countPasskeys(transaction, staffId)) === 1;
    if (request.needsTwoFactor && isLast && !factor?.verified) {
      return { refusal: 'TWO_FACTOR_REQUIRED' };
    }
    await requireOtherWay(transaction, staffId, { idPasskey });
    const refusal = await confirmOwner(parts, transaction, request, proof);
    if (refusal !== null) return { refusal };
    await transaction.delete(staffPasskeys).where(isOwnPasskey);
    await announceAccount(transaction, staffId);
    // A session does not store which passkey opened it.
    const ended = await endSessions(transaction, staffId, getSessionId(request));
    await parts.events.happened(transaction, request, staffId, 'passkey.removed', {
      passkey: passkey.name,
      sessionsEnded: ended,
    });
    return { body: { ended } };
  });
}

/** Locks the account, and requires that it may have another passkey. */
async function requireMayAdd(
  transaction: Transaction,
  request: FastifyRequest,
  staffId: string,
): Promise<void> {
  await lockTwoFactor(transaction, staffId);
  if (request.needsTwoFactor) await requireOwnPasskey(transaction, staffId, getSessionId(request));
  if ((await countPasskeys(transaction, staffId)) >= MOST_PASSKEYS) {
    throw new Problem('TOO_MANY_PASSKEYS');
  }
}
