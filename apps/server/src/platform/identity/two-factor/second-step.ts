import { eq } from 'drizzle-orm';
import * as z from 'zod';
import { staff, staffVerifications } from '../../../schema/staff.ts';
import type { Database } from '../../database/database.ts';
import { Problem } from '../../problem.ts';
import type { IdentityCall } from '../identity-deps.ts';
import { hasVerification, isValidVerification, takeVerification } from '../library-call.ts';
import { beginAttempt } from '../sign-in/attempts.ts';
import {
  completeSignIn,
  openSession,
  type SignInAccount,
  type SignInOutcome,
} from '../sign-in/open-session.ts';
import { claimRecoveryCode, hashEncryptedCodes } from './recovery-codes.ts';
import { claimCode, lockTwoFactor, pendingStepKey, type TwoFactorKind } from './two-factor.ts';

const input = z.strictObject({ code: z.string().trim().min(1).max(40) });

/** Completes a pending sign-in with a TOTP or a recovery code. */
export async function completeSecondStep(
  kind: TwoFactorKind,
  call: IdentityCall,
): Promise<SignInOutcome> {
  const { deps, request, reply } = call;
  const { db, encryptionKey, events, secondStepCookie } = deps;
  const { data, error } = input.safeParse(request.body);
  if (error)
    throw new Problem('BAD_REQUEST', { issues: [{ path: 'code', message: 'Escribe el código' }] });
  const key = pendingStepKey(secondStepCookie.read(request));
  const account = await findPending(db, key);
  if (!account) throw new Problem('SECOND_STEP_EXPIRED');
  const { staffId } = account;
  const outcome = await completeSignIn(call, {
    account,
    attempt: await beginAttempt(deps, request, account.email, account),
    counted: 2,
    open: async (transaction) => {
      const factor = await lockTwoFactor(transaction, staffId);
      const isPending = factor?.verified && (await hasVerification(transaction, key));
      if (!isPending) return { rejection: 'SECOND_STEP_EXPIRED' };
      const claim = kind === 'totp' ? claimCode : claimRecoveryCode;
      if (!(await claim(transaction, encryptionKey, factor, data.code, request.log))) {
        return { rejection: 'WRONG_CODE' };
      }
      if (kind === 'totp')
        await hashEncryptedCodes(transaction, encryptionKey, factor, request.log);
      await takeVerification(transaction, key);
      const now = new Date();
      const session = { userId: staffId, secondStepAt: now, provedAt: now };
      const opened = await openSession(deps, transaction, request, session);
      if (kind === 'recovery') {
        await events.record(transaction, request, staffId, 'two_factor.recovery_code_used');
      }
      return opened;
    },
    auditRejection: (code) =>
      db.transaction((transaction) =>
        events.record(transaction, request, staffId, 'session.second_step_refused', {
          kind,
          code,
        }),
      ),
  });
  secondStepCookie.set(reply, '', 0);
  return outcome;
}

async function findPending(db: Database, key: string): Promise<SignInAccount | undefined> {
  const [account] = await db
    .select({ staffId: staff.id, email: staff.email, deviceEpoch: staff.deviceEpoch })
    .from(staffVerifications)
    .innerJoin(staff, eq(staff.id, staffVerifications.value))
    .where(isValidVerification(key));
  return account;
}
