import { and, eq, isNotNull, ne } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { staff, staffAccounts, staffPasskeys, staffProviders } from '../../../schema/staff.ts';
import type { Reader, Transaction } from '../../database/database.ts';
import { Problem } from '../../problem.ts';
import { announceChange, endSessions, lockAccount } from '../staff-accounts.ts';
import type { ProviderAccount } from './provider.ts';

/** The provider's account with which this account signs in. */
export async function readBinding(db: Reader, staffId: string) {
  const [binding] = await db
    .select({
      label: staffProviders.label,
      createdAt: staffProviders.createdAt,
      lastUsedAt: staffProviders.lastUsedAt,
    })
    .from(staffProviders)
    .where(eq(staffProviders.staffId, staffId));
  return binding ?? null;
}

/** The account that is bound to a provider's account. */
export async function findBoundAccount(
  db: Reader,
  { issuer, subject }: Pick<ProviderAccount, 'issuer' | 'subject'>,
) {
  const [account] = await db
    .select({ staffId: staff.id, email: staff.email, deviceEpoch: staff.deviceEpoch })
    .from(staffProviders)
    .innerJoin(staff, eq(staff.id, staffProviders.staffId))
    .where(and(eq(staffProviders.issuer, issuer), eq(staffProviders.subject, subject)));
  return account;
}

/** Binds an account to a provider's account, with which its owner can then sign in. */
export async function bindProvider(
  transaction: Transaction,
  staffId: string,
  { issuer, subject, label }: ProviderAccount,
): Promise<void> {
  await lockAccount(transaction, staffId);
  if (await readBinding(transaction, staffId)) throw new Problem('CONFLICT');
  const inserted = await transaction
    .insert(staffProviders)
    .values({ staffId, issuer, subject, label })
    .onConflictDoNothing()
    .returning({ staffId: staffProviders.staffId });
  if (inserted.length === 0) throw new Problem('PROVIDER_TAKEN');
  await announceChange(transaction, staffId);
}

/**
 * Removes the binding of an account and ends its sessions, because they do not store how they were opened.
 * @returns how many sessions ended; null without a binding
 */
export async function unbindProvider(
  transaction: Transaction,
  staffId: string,
  keptSessionId?: string,
): Promise<number | null> {
  const removed = await transaction
    .delete(staffProviders)
    .where(eq(staffProviders.staffId, staffId))
    .returning({ staffId: staffProviders.staffId });
  await announceChange(transaction, staffId);
  const ended = await endSessions(transaction, staffId, keptSessionId);
  return removed.length === 0 ? null : ended;
}

export async function hasPassword(db: Reader, staffId: string): Promise<boolean> {
  const isPassword = and(eq(staffAccounts.userId, staffId), isNotNull(staffAccounts.password));
  return (await db.$count(staffAccounts, isPassword)) > 0;
}

/**
 * Requires another way to sign in.
 * @param without the way that the owner removes: the binding, or a passkey
 */
export async function requireOtherSignInMethod(
  transaction: Transaction,
  staffId: string,
  without: 'provider' | { readonly idPasskey: string },
): Promise<void> {
  if (await hasPassword(transaction, staffId)) return;
  if (without !== 'provider' && (await readBinding(transaction, staffId))) return;
  const isOther = without === 'provider' ? undefined : ne(staffPasskeys.id, without.idPasskey);
  const isUsable = and(eq(staffPasskeys.userId, staffId), isOther);
  if ((await transaction.$count(staffPasskeys, isUsable)) === 0) throw new Problem('ONLY_WAY_IN');
}

/**
 * Links with which a user without a session binds an account: invitations and links from an administrator, but not
 * links that owners request by e-mail.
 */
export interface BindingLinks {
  /**
   * @returns a key that finds the link again; its token is not stored
   * @throws Problem with the reason why the link is invalid
   */
  find(request: FastifyRequest, token: string): Promise<string>;
  /** Consumes the link and activates an invited account. */
  use(
    transaction: Transaction,
    request: FastifyRequest,
    input: { readonly link: string; readonly name?: string | undefined },
  ): Promise<{ readonly staffId: string; readonly kind: string }>;
}
