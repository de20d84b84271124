import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { eq } from 'drizzle-orm';
import { staff, staffTwoFactors } from '../../schema/staff.ts';
import type { Database, Transaction } from '../database/database.ts';
import { stepOf } from './codes.ts';
import type { Identity } from './identity.ts';
import { endSessions } from './staff-accounts.ts';

/** What a second step is made with. */
export type TwoFactorKind = 'totp' | 'recovery';

type TwoFactor = typeof staffTwoFactors.$inferSelect;

/** The second step of an account, locked until this transaction ends. */
export async function lockTwoFactor(
  transaction: Transaction,
  staffId: string,
): Promise<TwoFactor | undefined> {
  // The account first: it is there even when there is no second step to lock yet.
  await transaction
    .select({ id: staff.id })
    .from(staff)
    .where(eq(staff.id, staffId))
    .for('no key update');
  const [factor] = await transaction
    .select()
    .from(staffTwoFactors)
    .where(eq(staffTwoFactors.userId, staffId));
  return factor;
}

/**
 * Whether a code is right and was not used yet; it is used up then, with all earlier ones. The library
 * itself takes a code as often as it comes (better-auth#10387). To be called under `lockTwoFactor`.
 */
export async function claimCode(
  transaction: Transaction,
  identity: Identity,
  factor: TwoFactor,
  code: string,
): Promise<boolean> {
  const { secretConfig } = await identity.$context;
  const secret = await symmetricDecrypt({ key: secretConfig, data: factor.secret });
  const step = await stepOf(code, secret);
  if (step === null || step <= (factor.lastUsedStep ?? 0)) return false;
  await transaction
    .update(staffTwoFactors)
    .set({ lastUsedStep: step })
    .where(eq(staffTwoFactors.id, factor.id));
  return true;
}

/** Since when an account asks for a second step, and how many of its recovery codes are unused. */
export interface TwoFactorState {
  readonly since: Date;
  readonly recoveryCodesLeft: number;
}

/** Null for an account without a second step. */
export async function readTwoFactor(
  db: Database | Transaction,
  identity: Identity,
  staffId: string,
): Promise<TwoFactorState | null> {
  const [factor] = await db
    .select({ enabledAt: staffTwoFactors.enabledAt, isOn: staff.twoFactorEnabled })
    .from(staffTwoFactors)
    .innerJoin(staff, eq(staff.id, staffTwoFactors.userId))
    .where(eq(staffTwoFactors.userId, staffId));
  if (!factor?.isOn || factor.enabledAt === null) return null;
  const { backupCodes } = await identity.api.viewBackupCodes({ body: { userId: staffId } });
  return { since: factor.enabledAt, recoveryCodesLeft: backupCodes.length };
}

/** Takes the second step away, for who lost the telephone; every session ends. False without one. */
export async function resetTwoFactor(transaction: Transaction, staffId: string): Promise<boolean> {
  const gone = await transaction
    .delete(staffTwoFactors)
    .where(eq(staffTwoFactors.userId, staffId))
    .returning({ id: staffTwoFactors.id });
  await transaction
    .update(staff)
    .set({ twoFactorEnabled: false, updatedAt: new Date() })
    .where(eq(staff.id, staffId));
  await endSessions(transaction, staffId);
  return gone.length > 0;
}

/** Encrypts again, under the current secret, whatever an earlier one encrypted; tells how many rows. */
export async function reencryptTwoFactors(
  transaction: Transaction,
  identity: Identity,
): Promise<number> {
  const { secretConfig: key } = await identity.$context;
  const factors = await transaction.select().from(staffTwoFactors).for('update');
  for (const { id, secret, backupCodes } of factors) {
    const again = async (data: string) =>
      symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) });
    await transaction
      .update(staffTwoFactors)
      .set({ secret: await again(secret), backupCodes: await again(backupCodes) })
      .where(eq(staffTwoFactors.id, id));
  }
  return factors.length;
}
