import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import * as z from 'zod';
import { staffTwoFactors } from '../../../schema/staff.ts';
import type { Transaction } from '../../database/database.ts';
import { generateReadable } from '../passwords/password.ts';
import {
  deriveKey,
  type HashCost,
  type MalformedLog,
  type PasswordHashing,
} from '../passwords/password-hash.ts';

export const RECOVERY_CODES = 10;

type TwoFactor = Pick<typeof staffTwoFactors.$inferSelect, 'userId' | 'backupCodes'>;

/** The content of `backup_codes`: hashes of the unused codes, with one common salt and cost. */
const storedCodesSchema = z.strictObject({
  salt: z.base64(),
  // Bounded, because ln=30 would take a terabyte of memory.
  cost: z.record(z.enum(['ln', 'r', 'p']), z.int().min(1).max(19)),
  keys: z.array(z.base64()),
});
type StoredCodes = z.infer<typeof storedCodesSchema>;

/**
 * Replaces an account's codes with ten new ones.
 * @returns the codes, which cannot be read later
 */
export async function renewRecoveryCodes(
  transaction: Transaction,
  staffId: string,
  { codeCost }: Pick<PasswordHashing, 'codeCost'>,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => addHyphen(generateReadable(10)));
  await save(transaction, staffId, await hashCodes(codes, codeCost));
  return codes;
}

/** Consumes a recovery code, in any spelling. The caller must hold `lockTwoFactor`. */
export async function claimRecoveryCode(
  transaction: Transaction,
  { userId, backupCodes }: TwoFactor,
  typed: string,
  log: MalformedLog,
): Promise<boolean> {
  const { keys, ...hashing } = readCodes(backupCodes, log);
  const typedHash = await hashCode(normalizeCode(typed), hashing);
  const remaining = keys.filter((other) => other !== typedHash);
  if (remaining.length === keys.length) return false;
  await save(transaction, userId, { ...hashing, keys: remaining });
  return true;
}

export const countRecoveryCodes = ({ backupCodes }: Pick<TwoFactor, 'backupCodes'>) =>
  readCodes(backupCodes).keys.length;

/** Stands for malformed codes. A typed code takes as long as with others. */
const NO_CODES: StoredCodes = { salt: '', cost: { ln: 13, r: 8, p: 1 }, keys: [] };

/** None if they are malformed, such as after an edit by hand. */
function readCodes(data: string, log?: MalformedLog): StoredCodes {
  try {
    return storedCodesSchema.parse(JSON.parse(data));
  } catch {
    log?.warn('the stored recovery codes of an account are malformed');
    return NO_CODES;
  }
}

async function save(transaction: Transaction, staffId: string, codes: StoredCodes): Promise<void> {
  await transaction
    .update(staffTwoFactors)
    .set({ backupCodes: JSON.stringify(codes) })
    .where(eq(staffTwoFactors.userId, staffId));
}

async function hashCodes(codes: readonly string[], cost: HashCost): Promise<StoredCodes> {
  const hashing = { salt: randomBytes(16).toString('base64'), cost };
  return { ...hashing, keys: await Promise.all(codes.map((code) => hashCode(code, hashing))) };
}

async function hashCode(code: string, { salt, cost }: Omit<StoredCodes, 'keys'>): Promise<string> {
  return (await deriveKey(code, Buffer.from(salt, 'base64'), cost)).toString('base64');
}

function normalizeCode(typed: string): string {
  return addHyphen(typed.toLowerCase().replaceAll(/[\s-]/g, ''));
}

function addHyphen(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}
