import { code, confirmation } from '@simiente/contract/account/confirmation';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Transaction } from '../../database/database.ts';
import { parseInput } from '../../failures.ts';
import { Problem } from '../../problem.ts';
import { changeOwnAccount, confirmOwner } from '../confirmation.ts';
import type { AccountAction } from '../events.ts';
import { getSessionId, getStaff } from '../guard.ts';
import { IDENTITY_PATH } from '../identity.ts';
import { type IdentityCall, type IdentityDeps, SETTING_UP, SIGNED_IN } from '../identity-deps.ts';
import { requireSecondStep } from '../passkeys/passkeys.ts';
import { renewSession } from '../sign-in/open-session.ts';
import { endSessions } from '../staff-accounts.ts';
import { renewRecoveryCodes } from './recovery-codes.ts';
import {
  beginTwoFactor,
  claimCode,
  enableTwoFactor,
  lockTwoFactor,
  removeTwoFactor,
} from './two-factor.ts';

/**
 * Registers the calls with which users set up, change and remove the second step of their own account. All but the
 * first end every other session of the account, and return their number.
 * - `POST /api/auth/two-factor/enable` with a confirmation: `{uri, recoveryCodes}`; it is not enabled yet
 * - `POST /api/auth/two-factor/confirm` `{code}`: `{enabled, ended}`; it is enabled
 * - `POST /api/auth/two-factor/generate-backup-codes` with a confirmation: `{recoveryCodes, ended}`
 * - `POST /api/auth/two-factor/disable` with a confirmation: `{enabled, ended}`; also if it is off already
 * A confirmation is `{password, code?}`, `{provider: true, code?}` or `{passkey}` (confirmation.ts). Its code may
 * be a recovery code; the code of `confirm` comes from the authenticator.
 */
export function registerTwoFactorRoutes(app: FastifyInstance, deps: IdentityDeps): void {
  const at = (name: string) => `${IDENTITY_PATH}/two-factor/${name}`;

  app.post(at('enable'), SETTING_UP, (request) => enable(deps, request));

  app.post(at('confirm'), SETTING_UP, (request, reply) => confirm({ deps, request, reply }));

  app.post(at('generate-backup-codes'), SIGNED_IN, (request) =>
    change(deps, request, 'two_factor.recovery_codes_made', async (transaction, staffId) => ({
      recoveryCodes: await renewRecoveryCodes(transaction, staffId, deps.passwords),
    })),
  );

  app.post(at('disable'), SIGNED_IN, (request) => {
    if (request.needsTwoFactor) throw new Problem('TWO_FACTOR_REQUIRED');
    return change(deps, request, 'two_factor.disabled', async (transaction, staffId) => {
      await removeTwoFactor(transaction, staffId);
      return { enabled: false };
    });
  });
}

async function enable(deps: IdentityDeps, request: FastifyRequest): Promise<unknown> {
  const proof = parseInput(confirmation, request.body);
  return changeOwnAccount(deps, request, async (transaction, id) => {
    const factor = await lockTwoFactor(transaction, id);
    if (request.needsTwoFactor) await requireSecondStep(transaction, id, getSessionId(request));
    if (factor?.verified) return { rejection: 'CONFLICT' };
    const rejection = await confirmOwner(deps, transaction, request, proof);
    if (rejection !== null) return { rejection };
    const uri = await beginTwoFactor(transaction, deps.encryptionKey, getStaff(request));
    const recoveryCodes = await renewRecoveryCodes(transaction, id, deps.passwords);
    return { body: { uri, recoveryCodes } };
  });
}

/**
 * Changes an enabled second step, confirmed by its owner, because an open or stolen session has neither password
 * nor code.
 */
async function change(
  deps: IdentityDeps,
  request: FastifyRequest,
  action: AccountAction,
  work: (transaction: Transaction, staffId: string) => Promise<object>,
): Promise<unknown> {
  const proof = parseInput(confirmation, request.body);
  return changeOwnAccount(deps, request, async (transaction, id) => {
    const factor = await lockTwoFactor(transaction, id);
    if (!factor?.verified) {
      // The answer of an earlier request may have been lost.
      const body: object = { enabled: false, ended: 0 };
      return action === 'two_factor.disabled' ? { body } : { rejection: 'CONFLICT' };
    }
    const rejection = await confirmOwner(deps, transaction, request, proof);
    if (rejection !== null) return { rejection };
    const result = await work(transaction, id);
    const ended = await endSessions(transaction, id, getSessionId(request));
    await deps.events.record(transaction, request, id, action, { sessionsEnded: ended });
    return { body: { ...result, ended } };
  });
}

async function confirm(call: IdentityCall): Promise<unknown> {
  const { deps, request } = call;
  const { code: typed } = parseInput(z.strictObject({ code }), request.body);
  return changeOwnAccount(deps, request, async (transaction, id) => {
    const factor = await lockTwoFactor(transaction, id);
    if (!factor || factor.verified) return { rejection: 'CONFLICT' };
    if (request.needsTwoFactor) await requireSecondStep(transaction, id, getSessionId(request));
    if (!(await claimCode(transaction, deps.encryptionKey, factor, typed, request.log))) {
      await deps.events.record(transaction, request, id, 'account.code_refused');
      return { rejection: 'WRONG_CODE' };
    }
    const ended = await endSessions(transaction, id, getSessionId(request));
    await enableTwoFactor(transaction, factor);
    await deps.events.record(transaction, request, id, 'two_factor.enabled', {
      sessionsEnded: ended,
    });
    const verified = { secondStepAt: new Date() };
    await renewSession(call, transaction, getSessionId(request), verified);
    return { body: { enabled: true, ended } };
  });
}
