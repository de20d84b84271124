import { and, eq } from 'drizzle-orm';
import { staff, staffAccounts } from '../../../schema/staff.ts';
import type { Database, Reader, Transaction } from '../../database/database.ts';
import type { KnownAccount } from '../sign-in/known-devices.ts';
import type { PasswordHashing } from './password-hash.ts';

export async function matchesPassword(
  db: Reader,
  passwords: PasswordHashing,
  staffId: string,
  password: string,
): Promise<boolean> {
  const hash = await readHash(db, staffId);
  return hash ? passwords.verify({ hash, password }) : false;
}

async function readHash(db: Reader, staffId: string): Promise<string | null | undefined> {
  const [account] = await db
    .select({ hash: staffAccounts.password })
    .from(staffAccounts)
    .where(eq(staffAccounts.userId, staffId));
  return account?.hash;
}

/** The account of an e-mail and the hash of its password. */
export interface Credential extends KnownAccount {
  readonly hash: string | null;
  readonly passwordUntil: Date | null;
}

export async function readCredential(db: Reader, email: string): Promise<Credential | undefined> {
  const [credential] = await db
    .select({
      staffId: staff.id,
      deviceEpoch: staff.deviceEpoch,
      hash: staffAccounts.password,
      passwordUntil: staffAccounts.passwordUntil,
    })
    .from(staffAccounts)
    .innerJoin(staff, eq(staff.id, staffAccounts.userId))
    .where(eq(staff.email, email.trim().toLowerCase()));
  return credential;
}

/** Takes the same time with and without a hash, so that the duration does not show whether the account exists. */
export async function verifyCredential(
  passwords: PasswordHashing,
  hash: string | null | undefined,
  password: string,
): Promise<boolean> {
  if (hash) return passwords.verify({ hash, password });
  await passwords.hash(password);
  return false;
}

/**
 * Whether a verified password is still that of the account. The account's row must be locked, so that a later change
 * of the password ends the session that is being opened.
 */
export async function isCurrent(
  transaction: Transaction,
  passwords: PasswordHashing,
  { staffId, hash }: Credential,
  password: string,
): Promise<boolean> {
  const currentHash = await readHash(transaction, staffId);
  if (!currentHash) return false;
  // A simultaneous sign-in may have replaced the hash of the same password.
  return currentHash === hash || passwords.verify({ hash: currentHash, password });
}

/**
 * Replaces the hash of a password that was just verified, if it was created with another method.
 * @param audit gets the name of that method, in the transaction of the change
 */
export async function refreshHash(
  db: Database,
  passwords: PasswordHashing,
  { staffId, hash }: Credential,
  password: string,
  audit: (transaction: Transaction, method: string) => Promise<void>,
): Promise<void> {
  if (hash === null || !passwords.isOutdated(hash)) return;
  const fresh = await passwords.hash(password);
  await db.transaction(async (transaction) => {
    const replaced = await transaction
      .update(staffAccounts)
      .set({ password: fresh, updatedAt: new Date() })
      .where(and(eq(staffAccounts.userId, staffId), eq(staffAccounts.password, hash)))
      .returning({ id: staffAccounts.id });
    if (replaced.length > 0) await audit(transaction, passwords.getMethod(hash));
  });
}
