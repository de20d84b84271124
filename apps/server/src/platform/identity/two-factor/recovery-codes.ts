import { randomBytes } from 'node:crypto';
import { type SecretConfig, symmetricDecrypt } from 'better-auth/crypto';
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

/** Cost of codes that an earlier version stored without their cost. */
const EARLIER_COST: HashCost = { ln: 13, r: 8, p: 1 };

type TwoFactor = Pick<typeof staffTwoFactors.$inferSelect, 'userId' | 'backupCodes'>;

/** The content of `backup_codes`: hashes of the unused codes, with one common salt and cost. */
const storedCodesSchema = z.strictObject({
  salt: z.base64(),
  // Bounded, because ln=30 would take a terabyte of memory.
  cost: z.record(z.enum(['ln', 'r', 'p']), z.int().min(1).max(19)).default(EARLIER_COST),
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
  key: SecretConfig,
  factor: TwoFactor,
  typed: string,
  log: MalformedLog,
): Promise<boolean> {
  const { keys, ...hashing } = await hashEncryptedCodes(transaction, key, factor, log);
  const typedHash = await hashCode(normalizeCode(typed), hashing);
  const remaining = keys.filter((other) => other !== typedHash);
  if (remaining.length === keys.length) return false;
  await save(transaction, factor.userId, { ...hashing, keys: remaining });
  return true;
}

export async function countRecoveryCodes(
  key: SecretConfig,
  { backupCodes }: Pick<TwoFactor, 'backupCodes'>,
): Promise<number> {
  const codes = await readCodes(key, backupCodes);
  return (Array.isArray(codes) ? codes : codes.keys).length;
}

/** Replaces the encrypted codes of an earlier version of Simiente by hashes. */
export async function hashEncryptedCodes(
  transaction: Transaction,
  key: SecretConfig,
  { userId, backupCodes }: TwoFactor,
  log?: MalformedLog,
): Promise<StoredCodes> {
  const codes = await readCodes(key, backupCodes, log);
  if (!Array.isArray(codes)) return codes;
  const hashed = await hashCodes(codes, EARLIER_COST);
  await save(transaction, userId, hashed);
  return hashed;
}

/** The hashes of codes, or the codes of an earlier version; none if they are malformed, such as after an edit by hand. */
async function readCodes(
  key: SecretConfig,
  data: string,
  log?: MalformedLog,
): Promise<StoredCodes | string[]> {
  try {
    return data.startsWith('{')
      ? storedCodesSchema.parse(JSON.parse(data))
      : z.array(z.string()).parse(JSON.parse(await symmetricDecrypt({ key, data })));
  } catch {
    log?.warn('the stored recovery codes of an account are malformed');
    return { salt: '', cost: EARLIER_COST, keys: [] };
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
