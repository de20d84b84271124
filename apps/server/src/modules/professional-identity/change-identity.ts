import type { SuspensionReason } from '@simiente/contract/professional-identity/calls';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Act, ChangeAct } from '../../platform/act.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { findChanges } from '../../platform/database/records.ts';
import { lockAccount } from '../../platform/identity/staff-accounts.ts';
import { Problem, rejectStale, toFieldProblem, toStaleProblem } from '../../platform/problem.ts';
import {
  professionalIdentities,
  professionalIdentityVersions,
} from '../../schema/professional-identities.ts';
import { staff } from '../../schema/staff.ts';
import { toAuditChanges, writeAudit } from '../audit/public.ts';
import {
  findIdentity,
  mayConfirmReturn,
  presentIdentity,
  type StoredIdentity,
} from './read-identity.ts';

/** Data that a signature shows. */
export interface IdentityEntry {
  readonly fullName: string;
  readonly cedula: string;
  readonly institution: string;
  readonly specialty: string | null;
  readonly specialtyCertificate: string | null;
  readonly validFrom: string;
}

const UNCONFIRMED = {
  personConfirmedAt: null,
  secondConfirmedAt: null,
  secondConfirmedBy: null,
} as const;

const toSubject = (id: string) => ({ kind: 'staff', id }) as const;

/** Locks an account and its identity until commit. */
async function lockAccountAndIdentity(
  transaction: Transaction,
  staffId: string,
): Promise<StoredIdentity | undefined> {
  if (!(await lockAccount(transaction, staffId))) throw new Problem('NOT_FOUND');
  return findIdentity(transaction, staffId);
}

/** @throws Problem NOT_FOUND for an account without an identity */
async function lockExisting(transaction: Transaction, staffId: string): Promise<StoredIdentity> {
  const stored = await lockAccountAndIdentity(transaction, staffId);
  if (!stored) throw new Problem('NOT_FOUND');
  return stored;
}

/** Changes an identity, and touches its account, so that open lists of accounts show the new state. */
async function updateIdentity(
  transaction: Transaction,
  staffId: string,
  change: Partial<typeof professionalIdentities.$inferInsert>,
): Promise<void> {
  await transaction
    .update(professionalIdentities)
    .set({ ...change, version: sql`${professionalIdentities.version} + 1` })
    .where(eq(professionalIdentities.staffId, staffId));
  await transaction.update(staff).set({ updatedAt: new Date() }).where(eq(staff.id, staffId));
}

/**
 * Adds a version, which its owner must confirm. The confirmations of a suspension start again. An entry equal to the
 * latest version has no effect.
 * @param version the version that the client saw, 0 for a new identity; undefined overwrites any version
 * @throws Problem IDENTITY_OWN, IDENTITY_CEDULA_TAKEN
 * @throws Problem STALE_VERSION with the current identity
 */
export async function enterIdentity(
  transaction: Transaction,
  act: ChangeAct,
  staffId: string,
  entry: IdentityEntry,
  version?: number,
): Promise<void> {
  const stored = await lockAccountAndIdentity(transaction, staffId);
  const enteredBy = act.actor.kind === 'staff' ? act.actor.id : null;
  if (enteredBy === staffId) throw new Problem('IDENTITY_OWN');
  if (stored && enteredBy) {
    await rejectStale(version, stored.head, () => presentIdentity(transaction, enteredBy, stored));
  }
  const before: Partial<IdentityEntry> = stored?.versions[0] ?? {};
  const changed = findChanges(before, entry);
  if (Object.keys(changed).length === 0) return;
  await rejectTakenCedula(transaction, staffId, entry.cedula);
  if (stored) {
    const confirmations = stored.head.suspendedAt === null ? {} : UNCONFIRMED;
    await updateIdentity(transaction, staffId, { ...confirmations, cedula: entry.cedula });
  } else {
    await transaction.insert(professionalIdentities).values({ staffId, cedula: entry.cedula });
    await updateIdentity(transaction, staffId, {});
  }
  await transaction
    .insert(professionalIdentityVersions)
    .values({ ...entry, id: `pid_${crypto.randomUUID()}`, staffId, enteredBy });
  await writeAudit(transaction, act, {
    action: 'professional_identity.entered',
    subject: toSubject(staffId),
    details: { changes: toAuditChanges(act, staffId, before, changed, ['validFrom']) },
  });
}

/** Rejects a cédula of another account. Serialises concurrent entries of the same cédula. */
async function rejectTakenCedula(
  transaction: Transaction,
  staffId: string,
  cedula: string,
): Promise<void> {
  await transaction.execute(sql`lock table professional_identities in share row exclusive mode`);
  const [other] = await transaction
    .select({ staffId: professionalIdentities.staffId })
    .from(professionalIdentities)
    .where(
      and(eq(professionalIdentities.cedula, cedula), ne(professionalIdentities.staffId, staffId)),
    );
  if (other) throw toFieldProblem('IDENTITY_CEDULA_TAKEN', 'cedula');
}

/**
 * The owner confirms the version and, for a suspended identity, its return.
 * @throws Problem NOT_FOUND without an identity
 * @throws Problem STALE_VERSION if a later version was entered
 */
export async function confirmOwnIdentity(
  transaction: Transaction,
  act: Act,
  staffId: string,
  idVersion: string,
): Promise<void> {
  const stored = await lockExisting(transaction, staffId);
  const { head, versions } = stored;
  const [latest] = versions;
  if (latest.id !== idVersion) {
    throw toStaleProblem(await presentIdentity(transaction, staffId, stored));
  }
  const isNew = latest.confirmedAt === null;
  const isReturn = head.suspendedAt !== null && head.personConfirmedAt === null;
  if (!isNew && !isReturn) return;
  if (isNew) {
    await transaction
      .update(professionalIdentityVersions)
      .set({ confirmedAt: new Date() })
      .where(eq(professionalIdentityVersions.id, idVersion));
  }
  await updateIdentity(transaction, staffId, isReturn ? { personConfirmedAt: new Date() } : {});
  await writeAudit(transaction, act, {
    action: 'professional_identity.confirmed',
    subject: toSubject(staffId),
    details: { version: idVersion },
  });
  if (isReturn && head.secondConfirmedAt !== null) await restore(transaction, act, staffId);
}

/**
 * A second account of administration confirms the return of a suspended identity. Without a suspension it has no
 * effect.
 * @throws Problem NOT_FOUND without an identity
 * @throws Problem STALE_VERSION if a later version was entered
 * @throws Problem SECOND_ACCOUNT_NEEDED for an account that is not independent (read-identity.ts)
 */
export async function confirmReturn(
  transaction: Transaction,
  act: Act & { readonly actor: { readonly kind: 'staff'; readonly id: string } },
  staffId: string,
  idVersion: string,
): Promise<void> {
  const { actor } = act;
  const stored = await lockExisting(transaction, staffId);
  const { head, versions } = stored;
  if (versions[0].id !== idVersion) {
    throw toStaleProblem(await presentIdentity(transaction, actor.id, stored));
  }
  if (head.suspendedAt === null || head.secondConfirmedAt !== null) return;
  if (!(await mayConfirmReturn(transaction, head, actor.id))) {
    throw new Problem('SECOND_ACCOUNT_NEEDED');
  }
  await updateIdentity(transaction, staffId, {
    secondConfirmedAt: new Date(),
    secondConfirmedBy: actor.id,
  });
  await writeAudit(transaction, act, {
    action: 'professional_identity.return_confirmed',
    subject: toSubject(staffId),
    details: { version: idVersion },
  });
  if (head.personConfirmedAt !== null) await restore(transaction, act, staffId);
}

/**
 * Ends a suspension without the two confirmations; only the command line may do so.
 * @returns whether it was suspended
 * @throws Problem NOT_FOUND without an identity
 */
export async function restoreIdentity(
  transaction: Transaction,
  act: Act,
  staffId: string,
): Promise<boolean> {
  const { head } = await lockExisting(transaction, staffId);
  if (head.suspendedAt === null) return false;
  await restore(transaction, act, staffId);
  return true;
}

async function restore(transaction: Transaction, act: Act, staffId: string): Promise<void> {
  await updateIdentity(transaction, staffId, {
    suspendedAt: null,
    suspendedFor: null,
    suspendedBy: [],
    ...UNCONFIRMED,
  });
  await writeAudit(transaction, act, {
    action: 'professional_identity.restored',
    subject: toSubject(staffId),
  });
}

/** Whether the owner of an account ever confirmed an identity, which requires a session. */
export async function wasConfirmed(transaction: Transaction, staffId: string): Promise<boolean> {
  const stored = await findIdentity(transaction, staffId);
  return stored?.versions.some(({ confirmedAt }) => confirmedAt !== null) ?? false;
}

/**
 * Suspends the identity of an account whose credentials another account or the command line changed, in the
 * transaction of that change. Without an identity it has no effect.
 * @param by the account that changed the credentials; null means the command line
 */
export async function suspendIdentity(
  transaction: Transaction,
  act: Act,
  staffId: string,
  { reason, by }: { readonly reason: SuspensionReason; readonly by: string | null },
): Promise<void> {
  if (by === staffId) return;
  const stored = await lockAccountAndIdentity(transaction, staffId);
  if (!stored) return;
  const { suspendedAt, suspendedBy } = stored.head;
  await updateIdentity(transaction, staffId, {
    suspendedAt: suspendedAt ?? new Date(),
    suspendedFor: reason,
    suspendedBy: by === null ? suspendedBy : [...new Set([...suspendedBy, by])],
    ...UNCONFIRMED,
  });
  await writeAudit(transaction, act, {
    action: 'professional_identity.suspended',
    subject: toSubject(staffId),
    details: { reason },
  });
}
