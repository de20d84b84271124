import {
  generateRandomString,
  type SecretConfig,
  symmetricDecrypt,
  symmetricEncrypt,
} from 'better-auth/crypto';
import { and, eq } from 'drizzle-orm';
import { staff, staffTwoFactors } from '../../../schema/staff.ts';
import type { Reader, Transaction } from '../../database/database.ts';
import { storeVerification } from '../library-call.ts';
import type { MalformedLog } from '../passwords/password-hash.ts';
import { hashToken, newToken } from '../sessions/session-token.ts';
import { endSessions, lockAccount } from '../staff-accounts.ts';
import { enrolmentUri, findTimeStep, SECOND_STEP_SECONDS } from './codes.ts';
import { claimRecoveryCode, countRecoveryCodes, hashEncryptedCodes } from './recovery-codes.ts';

export type TwoFactorKind = 'totp' | 'recovery';

/** Characters of a secret, as the library creates them. */
const SECRET_LENGTH = 32;

type TwoFactor = typeof staffTwoFactors.$inferSelect;

/** The second step of an account, with its row locked until the transaction ends. */
export async function lockTwoFactor(
  transaction: Transaction,
  staffId: string,
): Promise<TwoFactor | undefined> {
  // Locks the account first, because its row exists even without a second step.
  await lockAccount(transaction, staffId);
  const [factor] = await transaction
    .select()
    .from(staffTwoFactors)
    .where(eq(staffTwoFactors.userId, staffId));
  return factor;
}

/** Whether an account has a second step that a first code has enabled. */
export async function hasSecondStep(db: Reader, staffId: string): Promise<boolean> {
  const isEnabled = and(eq(staffTwoFactors.userId, staffId), eq(staffTwoFactors.verified, true));
  return (await db.$count(staffTwoFactors, isEnabled)) > 0;
}

/**
 * Creates a secret of the account, which a first code must enable. The library's own call is not used, because it
 * needs only a password.
 * @returns the otpauth URI for the authenticator app
 */
export async function beginTwoFactor(
  transaction: Transaction,
  key: SecretConfig,
  { id: userId, email }: { readonly id: string; readonly email: string },
): Promise<string> {
  const text = generateRandomString(SECRET_LENGTH);
  const secret = await symmetricEncrypt({ key, data: text });
  const columns = { secret, backupCodes: '[]', verified: false };
  await transaction
    .insert(staffTwoFactors)
    .values({ id: crypto.randomUUID(), userId, ...columns })
    .onConflictDoUpdate({ target: staffTwoFactors.userId, set: columns });
  return enrolmentUri(text, email);
}

/**
 * Consumes a TOTP code, in any spelling, and all earlier ones. The library itself accepts a code repeatedly
 * (better-auth#10387). The caller must hold `lockTwoFactor`.
 */
export async function claimCode(
  transaction: Transaction,
  key: SecretConfig,
  factor: TwoFactor,
  typed: string,
  log: MalformedLog,
): Promise<boolean> {
  const secret = await symmetricDecrypt({ key, data: factor.secret }).catch(() => null);
  if (secret === null) {
    log.warn('the stored authenticator secret of an account is malformed');
    return false;
  }
  const step = await findTimeStep(typed.replaceAll(/\s/g, ''), secret);
  if (step === null || step <= (factor.lastUsedStep ?? 0)) return false;
  await transaction
    .update(staffTwoFactors)
    .set({ lastUsedStep: step })
    .where(eq(staffTwoFactors.id, factor.id));
  return true;
}

/**
 * Consumes a TOTP or recovery code, distinguished by its form; null if it is wrong. The caller must hold
 * `lockTwoFactor`.
 */
export async function claimEitherCode(
  transaction: Transaction,
  key: SecretConfig,
  factor: TwoFactor,
  typed: string,
  log: MalformedLog,
): Promise<TwoFactorKind | null> {
  const kind = /^\d{6}$/.test(typed.replaceAll(/\s/g, '')) ? 'totp' : 'recovery';
  const claim = kind === 'totp' ? claimCode : claimRecoveryCode;
  return (await claim(transaction, key, factor, typed, log)) ? kind : null;
}

export async function enableTwoFactor(
  transaction: Transaction,
  { id, userId }: TwoFactor,
): Promise<void> {
  const now = new Date();
  await transaction
    .update(staffTwoFactors)
    .set({ verified: true, enabledAt: now })
    .where(eq(staffTwoFactors.id, id));
  await transaction
    .update(staff)
    .set({ twoFactorEnabled: true, updatedAt: now })
    .where(eq(staff.id, userId));
}

/** The key under which a sign-in waits for its second step. */
export const pendingStepKey = (token: string) => `second-step-${hashToken(token)}`;

/** @returns a token, with which the browser completes the sign-in */
export async function beginSecondStep(transaction: Transaction, staffId: string): Promise<string> {
  const token = newToken();
  const key = pendingStepKey(token);
  await storeVerification(transaction, key, staffId, SECOND_STEP_SECONDS * 1000);
  return token;
}

/** When the account enabled its second step, and the number of unused recovery codes; null without a second step. */
export async function readTwoFactor(db: Reader, key: SecretConfig, staffId: string) {
  const [factor] = await db
    .select({
      enabledAt: staffTwoFactors.enabledAt,
      backupCodes: staffTwoFactors.backupCodes,
      isOn: staff.twoFactorEnabled,
    })
    .from(staffTwoFactors)
    .innerJoin(staff, eq(staff.id, staffTwoFactors.userId))
    .where(eq(staffTwoFactors.userId, staffId));
  if (!factor?.isOn || factor.enabledAt === null) return null;
  return {
    since: factor.enabledAt,
    recoveryCodesLeft: await countRecoveryCodes(key, factor),
  };
}

/** Removes the second step after the loss of the authenticator, and ends every session. */
export async function resetTwoFactor(transaction: Transaction, staffId: string): Promise<boolean> {
  const isRemoved = await removeTwoFactor(transaction, staffId);
  await endSessions(transaction, staffId);
  return isRemoved;
}

/** Removes the second step, without ending sessions. */
export async function removeTwoFactor(transaction: Transaction, staffId: string): Promise<boolean> {
  const removed = await transaction
    .delete(staffTwoFactors)
    .where(eq(staffTwoFactors.userId, staffId))
    .returning({ id: staffTwoFactors.id });
  await transaction
    .update(staff)
    .set({ twoFactorEnabled: false, updatedAt: new Date() })
    .where(eq(staff.id, staffId));
  return removed.length > 0;
}

/**
 * Encrypts every TOTP secret with the current secret, and hashes recovery codes that are still encrypted.
 * @returns the number of accounts
 */
export async function reencryptTwoFactors(
  transaction: Transaction,
  key: SecretConfig,
): Promise<number> {
  const factors = await transaction.select().from(staffTwoFactors).for('update');
  for (const factor of factors) {
    const data = await symmetricDecrypt({ key, data: factor.secret });
    const secret = await symmetricEncrypt({ key, data });
    await transaction
      .update(staffTwoFactors)
      .set({ secret })
      .where(eq(staffTwoFactors.id, factor.id));
    await hashEncryptedCodes(transaction, key, factor);
  }
  return factors.length;
}
