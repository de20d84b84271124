import { and, asc, count, eq } from 'drizzle-orm';
import { staff, staffPasskeys, staffSessions } from '../../../schema/staff.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { Problem } from '../../problem.ts';
import type { KnownAccount } from '../sign-in/known-devices.ts';
import { endSessions } from '../staff-accounts.ts';

/** A passkey as its owner sees it. */
interface OwnPasskey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export async function listPasskeys(
  db: Database | Transaction,
  staffId: string,
): Promise<OwnPasskey[]> {
  return db
    .select({
      id: staffPasskeys.id,
      name: staffPasskeys.name,
      createdAt: staffPasskeys.createdAt,
      lastUsedAt: staffPasskeys.lastUsedAt,
    })
    .from(staffPasskeys)
    .where(eq(staffPasskeys.userId, staffId))
    .orderBy(asc(staffPasskeys.createdAt), asc(staffPasskeys.id));
}

export async function countPasskeys(db: Database | Transaction, staffId: string): Promise<number> {
  const [found] = await db
    .select({ passkeys: count() })
    .from(staffPasskeys)
    .where(eq(staffPasskeys.userId, staffId));
  return found?.passkeys ?? 0;
}

/** The account of a passkey, and the passkey's name. */
interface PasskeyOwner extends KnownAccount {
  readonly email: string;
  readonly name: string;
}

/** @param credentialId as the authenticator names the passkey */
export async function findPasskeyOwner(
  db: Database | Transaction,
  credentialId: string,
): Promise<PasskeyOwner | undefined> {
  const [owner] = await db
    .select({
      staffId: staff.id,
      email: staff.email,
      deviceEpoch: staff.deviceEpoch,
      name: staffPasskeys.name,
    })
    .from(staffPasskeys)
    .innerJoin(staff, eq(staff.id, staffPasskeys.userId))
    .where(eq(staffPasskeys.credentialID, credentialId));
  return owner;
}

/**
 * A password alone must not add a second step to an account that has one already: where one is required,
 * a session that an account with a passkey opened without it can only be replaced by one with it.
 * @throws Problem PASSKEY_REQUIRED
 */
export async function requireOwnPasskey(
  transaction: Transaction,
  staffId: string,
  sessionId: string,
): Promise<void> {
  const [session] = await transaction
    .select({ secondStepAt: staffSessions.secondStepAt })
    .from(staffSessions)
    .where(and(eq(staffSessions.id, sessionId), eq(staffSessions.userId, staffId)));
  if (session?.secondStepAt) return;
  if ((await countPasskeys(transaction, staffId)) > 0) throw new Problem('PASSKEY_REQUIRED');
}

/**
 * Removes every passkey of an account whose owner lost them; every session ends.
 * @returns how many passkeys
 */
export async function removePasskeys(transaction: Transaction, staffId: string): Promise<number> {
  const gone = await transaction
    .delete(staffPasskeys)
    .where(eq(staffPasskeys.userId, staffId))
    .returning({ id: staffPasskeys.id });
  await endSessions(transaction, staffId);
  return gone.length;
}
