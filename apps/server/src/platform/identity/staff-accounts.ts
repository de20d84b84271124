import type { Role } from '@simiente/contract/common/access/roles';
import { and, arrayContains, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import {
  ACTIVE,
  INVITED,
  staff,
  staffAccounts,
  staffLinks,
  staffPasskeys,
  staffProviders,
  staffSessions,
  staffVerifications,
} from '../../schema/staff.ts';
import type { Reader, SelectedRow, Transaction } from '../database/database.ts';
import { pick } from '../database/records.ts';
import { Problem } from '../problem.ts';
import { requirePasswordLength } from './passwords/password.ts';
import type { PasswordHashing } from './passwords/password-hash.ts';

/** Validity of a generated password in days, the same as that of an invitation. */
export const GENERATED_PASSWORD_DAYS = 7;

const memberColumns = pick(staff, ['id', 'name', 'email', 'status', 'roles', 'createdAt']);

/** A member of the staff, as the command line lists them. */
export type StaffMember = SelectedRow<typeof memberColumns>;

export async function listStaff(db: Reader): Promise<StaffMember[]> {
  return db.select(memberColumns).from(staff).orderBy(asc(staff.createdAt), asc(staff.id));
}

export async function hasStaff(db: Reader): Promise<boolean> {
  return (await db.$count(staff)) > 0;
}

export async function findStaffByEmail(
  db: Reader,
  email: string,
): Promise<StaffMember | undefined> {
  const [person] = await db
    .select(memberColumns)
    .from(staff)
    .where(eq(staff.email, email.trim().toLowerCase()));
  return person;
}

export async function requireMember(db: Reader, staffId: string): Promise<StaffMember> {
  const [person] = await db.select(memberColumns).from(staff).where(eq(staff.id, staffId));
  if (!person) throw new Problem('UNAUTHORIZED');
  return person;
}

/** Creates an account that can sign in immediately, with the role `todo` by default. */
export async function addStaff(
  transaction: Transaction,
  passwords: PasswordHashing,
  person: { name: string; email: string; password: string; roles?: readonly Role[] },
): Promise<string> {
  requirePasswordLength(person.password);
  const hash = await passwords.hash(person.password);
  const { name, email, roles = ['todo'] } = person;
  const account = { name, email: email.toLowerCase(), status: ACTIVE, roles };
  const id = await addWithHash(transaction, { ...account, hash });
  if (id === null) throw new Error(`${email} has an account`);
  return id;
}

/**
 * Creates an account with the hash of an existing password.
 * @returns null if the e-mail has an account
 */
export async function addWithHash(
  transaction: Transaction,
  person: Pick<typeof staff.$inferSelect, 'name' | 'email' | 'status'> & {
    readonly hash: string;
    readonly roles: readonly Role[];
  },
): Promise<string | null> {
  const { hash, ...account } = person;
  const id = await insertStaff(transaction, { ...account, roles: [...account.roles] });
  if (id !== null) await addPassword(transaction, id, hash);
  return id;
}

/** @returns null if the e-mail has an account */
export async function insertStaff(
  transaction: Transaction,
  account: Omit<typeof staff.$inferInsert, 'id'>,
): Promise<string | null> {
  const [created] = await transaction
    .insert(staff)
    .values({ id: crypto.randomUUID(), emailVerified: true, ...account })
    .onConflictDoNothing({ target: staff.email })
    .returning({ id: staff.id });
  return created?.id ?? null;
}

export const FIRST_ROLES: readonly Role[] = ['todo', 'administracion'];

/** Whether any account has a role outside FIRST_ROLES. If so, a new account has no default roles. */
export async function areCustomRolesInUse(db: Reader): Promise<boolean> {
  const hasOther = sql`not (${staff.roles} || ${staff.pendingRoles}) <@ ${sql.param(FIRST_ROLES)}::text[]`;
  return (await db.$count(staff, hasOther)) > 0;
}

const isAdministrator = and(
  eq(staff.status, ACTIVE),
  arrayContains(staff.roles, ['administracion' satisfies Role]),
);

/**
 * The default roles of a new account.
 * @throws Problem ROLE_MISSING if a new account needs an explicit role
 */
export async function defaultRoles(db: Reader): Promise<readonly Role[]> {
  if (await areCustomRolesInUse(db)) throw new Problem('ROLE_MISSING');
  return (await hasStaff(db)) ? ['todo'] : FIRST_ROLES;
}

export async function hasAdministrator(db: Reader): Promise<boolean> {
  return (await db.$count(staff, isAdministrator)) > 0;
}

/**
 * Locks every administrator's account, so that the second of two simultaneous changes sees the first.
 * @throws Problem LAST_ADMINISTRATOR if `staffId` is the only active account that can administer accounts
 */
export async function requireAnotherAdministrator(
  transaction: Transaction,
  staffId?: string,
): Promise<void> {
  const administrators = await transaction
    .select({ id: staff.id })
    .from(staff)
    .where(isAdministrator)
    .orderBy(asc(staff.id))
    .for('update');
  if (administrators.length === 1 && administrators[0]?.id === staffId) {
    throw new Problem('LAST_ADMINISTRATOR');
  }
}

/**
 * Sets the roles of an account, which apply from its next request on. Its sessions stay open.
 * @param pending values of the columns `pending*`, for roles that a second administrator must approve; default: none
 */
export async function setRoles(
  transaction: Transaction,
  staffId: string,
  roles: readonly Role[],
  pending: Partial<typeof staff.$inferInsert> = {},
): Promise<void> {
  if (!roles.includes('administracion')) await requireAnotherAdministrator(transaction, staffId);
  await transaction
    .update(staff)
    .set({
      roles: [...roles],
      pendingRoles: [],
      pendingRolesBy: null,
      pendingRolesAt: null,
      ...pending,
      version: sql`${staff.version} + 1`,
      updatedAt: new Date(),
    })
    .where(eq(staff.id, staffId));
}

/**
 * Suspends an account, which ends its sessions immediately, or activates it. Activating an account without a way to
 * sign in makes it an invitation again.
 */
export async function setStaffStatus(
  transaction: Transaction,
  staffId: string,
  wanted: number,
): Promise<number> {
  if (wanted !== ACTIVE) await requireAnotherAdministrator(transaction, staffId);
  const signInMethods =
    (await transaction.$count(staffAccounts, eq(staffAccounts.userId, staffId))) +
    (await transaction.$count(staffProviders, eq(staffProviders.staffId, staffId))) +
    (await transaction.$count(staffPasskeys, eq(staffPasskeys.userId, staffId)));
  const status = wanted === ACTIVE && signInMethods === 0 ? INVITED : wanted;
  await transaction
    .update(staff)
    .set({ status, updatedAt: new Date() })
    .where(eq(staff.id, staffId));
  if (status !== ACTIVE) await endSessions(transaction, staffId);
  return status;
}

/**
 * Locks an account until the transaction ends.
 * @returns whether it exists
 */
export async function lockAccount(transaction: Transaction, staffId: string): Promise<boolean> {
  const rows = await transaction
    .select({ id: staff.id })
    .from(staff)
    .where(eq(staff.id, staffId))
    .for('no key update');
  return rows.length > 0;
}

/** Updates the row of an account, so that its trigger refreshes open lists of accounts. */
export async function announceChange(transaction: Transaction, staffId: string): Promise<void> {
  await transaction.update(staff).set({ updatedAt: new Date() }).where(eq(staff.id, staffId));
}

/**
 * Sets a new password, and ends all sessions and all links to choose a password. An invited account becomes active.
 * @returns how many sessions ended
 * @param keptSessionId the session in which the password is changed
 */
export async function resetPassword(
  transaction: Transaction,
  passwords: PasswordHashing,
  staffId: string,
  newPassword: string,
  keptSessionId?: string,
): Promise<number> {
  requirePasswordLength(newPassword);
  const hash = await passwords.hash(newPassword);
  const [updated] = await transaction
    .update(staffAccounts)
    .set({ password: hash, passwordUntil: null, updatedAt: new Date() })
    .where(eq(staffAccounts.userId, staffId))
    .returning({ id: staffAccounts.id });
  if (!updated) await addPassword(transaction, staffId, hash);
  await activateAccount(transaction, staffId);
  return endSessions(transaction, staffId, keptSessionId);
}

export async function setPasswordEnd(transaction: Transaction, staffId: string): Promise<void> {
  await transaction
    .update(staffAccounts)
    .set({ passwordUntil: sql`now() + ${GENERATED_PASSWORD_DAYS} * interval '1 day'` })
    .where(eq(staffAccounts.userId, staffId));
}

/** Activates an account if it is invited, because it now has a way to sign in. Invalidates its links in any state. */
export async function activateAccount(transaction: Transaction, staffId: string): Promise<void> {
  await transaction
    .update(staff)
    .set({ status: ACTIVE, updatedAt: new Date() })
    .where(and(eq(staff.id, staffId), eq(staff.status, INVITED)));
  await transaction
    .update(staffLinks)
    .set({ usedAt: new Date() })
    .where(and(eq(staffLinks.staffId, staffId), isNull(staffLinks.usedAt)));
}

async function addPassword(
  transaction: Transaction,
  staffId: string,
  password: string,
): Promise<void> {
  await transaction.insert(staffAccounts).values({
    id: crypto.randomUUID(),
    accountId: staffId,
    providerId: 'credential',
    userId: staffId,
    password,
  });
}

/**
 * Ends the sessions, pending sign-ins and known devices of an account, because an attacker may know its password.
 * @returns how many sessions ended
 */
export async function endSessions(
  transaction: Transaction,
  staffId: string,
  keptSessionId = '',
): Promise<number> {
  // Waits for a concurrent sign-in, which locks the account's row while it opens a session.
  await transaction
    .update(staff)
    .set({ deviceEpoch: sql`${staff.deviceEpoch} + 1` })
    .where(eq(staff.id, staffId));
  // Sign-ins that wait for their second step.
  await transaction.delete(staffVerifications).where(eq(staffVerifications.value, staffId));
  const ended = await transaction
    .delete(staffSessions)
    .where(and(eq(staffSessions.userId, staffId), ne(staffSessions.id, keptSessionId)))
    .returning({ id: staffSessions.id });
  return ended.length;
}
