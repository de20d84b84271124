import type { StaffAccount } from '@simiente/contract/accounts/calls';
import {
  roles as allRoles,
  type Role,
  rolesToConfirm,
} from '@simiente/contract/common/access/roles';
import type { StaleDetails } from '@simiente/contract/common/errors';
import { errorTable } from '@simiente/contract/common/errors';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Act } from '../../platform/act.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { removePasskeys } from '../../platform/identity/passkeys/passkeys.ts';
import { unbindProvider } from '../../platform/identity/provider/bindings.ts';
import {
  defaultRoles,
  endSessions,
  requireAnotherAdministrator,
  setRoles,
  setStaffStatus,
} from '../../platform/identity/staff-accounts.ts';
import { resetTwoFactor } from '../../platform/identity/two-factor/two-factor.ts';
import { Problem } from '../../platform/problem.ts';
import { doctors } from '../../schema/doctors.ts';
import { ACTIVE, INVITED, isSuspended, SUSPENDED, staff } from '../../schema/staff.ts';
import { writeAudit } from '../audit/public.ts';
import { isIndependent, suspendIdentity } from '../professional-identity/public.ts';
import { type AccountViewer, readStaffAccount } from './read-accounts.ts';

type AccountRow = typeof staff.$inferSelect;

const toSubject = (id: string) => ({ kind: 'staff', id }) as const;

/**
 * Changes the roles of an account, effective from its next request.
 * @throws LastAdministratorError
 */
export async function changeRoles(
  transaction: Transaction,
  act: Act,
  { id, roles: from }: Pick<AccountRow, 'id' | 'roles'>,
  to: readonly Role[],
): Promise<void> {
  await setRoles(transaction, id, to);
  await writeAudit(transaction, act, {
    action: 'staff.roles_changed',
    subject: toSubject(id),
    details: { changes: { roles: { from, to } } },
  });
}

/**
 * Suspends or activates an account.
 * @returns the new status
 * @throws LastAdministratorError
 */
export async function changeStatus(
  transaction: Transaction,
  act: Act,
  { id, status: from }: Pick<AccountRow, 'id' | 'status'>,
  wanted: number,
): Promise<number> {
  const to = await setStaffStatus(transaction, id, wanted);
  await writeAudit(transaction, act, {
    action: 'staff.status_changed',
    subject: toSubject(id),
    details: { changes: { status: { from, to } } },
  });
  return to;
}

/** A factor of authentication besides the password. Its removal ends the account's sessions. */
const factors = {
  'second-step': { action: 'two_factor.reset', remove: resetTwoFactor },
  passkey: { action: 'passkey.reset', remove: removePasskeys },
  provider: { action: 'provider.reset', remove: unbindProvider },
} as const;

export type Factor = keyof typeof factors;

/**
 * Removes a factor of an account, whose sessions end and whose professional identity is suspended.
 * @returns whether there was one
 */
export async function removeFactor(
  transaction: Transaction,
  act: Act,
  id: string,
  factor: Factor,
): Promise<boolean> {
  const { action, remove } = factors[factor];
  const removed = await remove(transaction, id);
  const details = factor === 'passkey' ? { details: { count: removed } } : {};
  await writeAudit(transaction, act, { action, subject: toSubject(id), ...details });
  await suspendIdentity(transaction, act, id, { reason: factor, by: getStaffId(act) });
  return factor === 'provider' ? removed !== null : Boolean(removed);
}

const getStaffId = ({ actor }: Act) => (actor.kind === 'staff' ? actor.id : null);

/** Locks another user's account until commit. */
export async function lockOther(
  transaction: Transaction,
  { actor }: Pick<AccountViewer, 'actor'>,
  id: string,
): Promise<AccountRow> {
  const found = await lockAccount(transaction, id);
  if (id === actor.id) throw new Problem('OWN_ACCOUNT');
  return found;
}

async function lockAccount(transaction: Transaction, id: string): Promise<AccountRow> {
  const [found] = await transaction.select().from(staff).where(eq(staff.id, id)).for('update');
  if (!found) throw new Problem('NOT_FOUND');
  return found;
}

/** The requested roles that one administrator can grant, and the roles that need a second one. */
function splitRoles(current: readonly Role[], requested: readonly Role[]) {
  const pendingRoles = rolesToConfirm(current, requested);
  const immediateRoles = requested.filter((role) => !pendingRoles.includes(role));
  return {
    // An account keeps its current roles until the new ones are confirmed.
    roles: immediateRoles.length === 0 ? current : immediateRoles,
    pending: pendingRoles.length === 0 ? [] : requested,
  };
}

const askedBy = (actorId: string, pending: readonly Role[]) =>
  pending.length === 0
    ? {}
    : { pendingRoles: [...pending], pendingRolesBy: actorId, pendingRolesAt: new Date() };

/**
 * Grants an account the roles that another administrator requested. Without pending roles it has no effect.
 * @throws Problem OWN_ACCOUNT
 * @throws Problem SECOND_ACCOUNT_NEEDED for an account that is not independent of the requester
 * @throws LastAdministratorError
 */
export async function confirmRoles(
  transaction: Transaction,
  context: Act & AccountViewer,
  id: string,
  version: number,
): Promise<void> {
  await requireAnotherAdministrator(transaction);
  const before = await lockOther(transaction, context, id);
  const { pendingRoles, pendingRolesBy, pendingRolesAt: at } = before;
  if (pendingRolesBy === null || at === null) return;
  if (version !== before.version) throw await stale(transaction, context, id);
  if (!(await isIndependent(transaction, context.actor.id, { actors: [pendingRolesBy], at }))) {
    throw new Problem('SECOND_ACCOUNT_NEEDED');
  }
  await changeRoles(transaction, context, before, pendingRoles);
}

async function stale(
  transaction: Transaction,
  context: AccountViewer,
  id: string,
): Promise<Problem> {
  const current = await readStaffAccount(transaction, context, id);
  return new Problem('STALE_VERSION', {
    details: { current } satisfies StaleDetails<StaffAccount>,
  });
}

/**
 * Invites a person: their account waits until they choose a password. Some roles wait for a second administrator.
 * @returns its id
 * @throws Problem ACCOUNT_EMAIL_TAKEN, DOCTOR_OF_ANOTHER, NOT_FOUND for an unknown doctor
 * @throws RoleMissingError
 */
export async function inviteAccount(
  transaction: Transaction,
  act: Act & Pick<AccountViewer, 'actor'>,
  { name, email, roles, idDoctor = null }: Invitation,
): Promise<string> {
  const chosen = roles ? uniqueRoles(roles) : await defaultRoles(transaction);
  if (idDoctor !== null) await claimDoctor(transaction, idDoctor);
  const { roles: given, pending } = splitRoles([], chosen);
  const [made] = await transaction
    .insert(staff)
    .values({
      id: crypto.randomUUID(),
      name,
      email: email.toLowerCase(),
      emailVerified: true,
      status: INVITED,
      roles: [...given],
      ...askedBy(act.actor.id, pending),
      doctorId: idDoctor,
    })
    .onConflictDoNothing({ target: staff.email })
    .returning({ id: staff.id });
  if (!made) throw refusedField('email', 'ACCOUNT_EMAIL_TAKEN');
  await writeAudit(transaction, act, {
    action: 'staff.invited',
    subject: toSubject(made.id),
    details: { roles: given, ...(pending.length > 0 && { pending }), doctor: idDoctor },
  });
  return made.id;
}

interface Invitation {
  readonly name: string;
  readonly email: string;
  readonly roles?: readonly Role[] | undefined;
  readonly idDoctor?: string | null | undefined;
}

interface Edit {
  readonly roles?: readonly Role[] | undefined;
  readonly idDoctor?: string | null | undefined;
  /** Undefined overwrites any version. */
  readonly version?: number | undefined;
}

/**
 * Changes roles and doctor of an account. Administrators can remove roles of their own account, but cannot add
 * roles or link a doctor. Roles that need two administrators stay pending until a second one confirms them.
 * @throws Problem OWN_ACCOUNT, DOCTOR_OF_ANOTHER
 * @throws LastAdministratorError
 */
export async function updateAccount(
  transaction: Transaction,
  context: Act & AccountViewer,
  id: string,
  { idDoctor, version, ...edit }: Edit,
): Promise<void> {
  const roles = edit.roles && uniqueRoles(edit.roles);
  // Locked before the account, so that administrators who demote each other lock in the same order.
  if (roles && !roles.includes('administracion')) {
    await requireAnotherAdministrator(transaction, id);
  }
  const before = await lockAccount(transaction, id);
  const requestedRoles = before.pendingRoles.length > 0 ? before.pendingRoles : before.roles;
  const otherRoles = roles && !isSame(roles, requestedRoles) ? roles : undefined;
  const isOtherDoctor = idDoctor !== undefined && idDoctor !== before.doctorId;
  if (version !== undefined && version !== before.version) {
    throw await stale(transaction, context, id);
  }
  if (!otherRoles && !isOtherDoctor) return;
  const gains = otherRoles?.some((role) => !before.roles.includes(role)) ?? false;
  if (id === context.actor.id && (gains || isOtherDoctor)) throw new Problem('OWN_ACCOUNT');
  if (isOtherDoctor) {
    if (idDoctor !== null) await claimDoctor(transaction, idDoctor);
    await transaction
      .update(staff)
      .set({
        doctorId: idDoctor,
        updatedAt: new Date(),
        ...(!otherRoles && { version: sql`${staff.version} + 1` }),
      })
      .where(eq(staff.id, id));
    await writeAudit(transaction, context, {
      action: 'staff.doctor_changed',
      subject: toSubject(id),
      details: { changes: { doctor: { from: before.doctorId, to: idDoctor } } },
    });
  }
  if (!otherRoles) return;
  const { roles: given, pending } = splitRoles(before.roles, otherRoles);
  if (pending.length === 0) return changeRoles(transaction, context, before, given);
  await setRoles(transaction, id, given, askedBy(context.actor.id, pending));
  await writeAudit(transaction, context, {
    action: 'staff.roles_asked',
    subject: toSubject(id),
    details: { changes: { roles: { from: before.roles, to: given } }, pending },
  });
}

/** The roles without duplicates, in the usual order. */
function uniqueRoles(chosen: readonly Role[]): Role[] {
  return allRoles.filter((role) => chosen.includes(role));
}

function isSame(some: readonly Role[], others: readonly Role[]): boolean {
  return some.length === others.length && some.every((role) => others.includes(role));
}

/** Concurrent links of the same doctor wait for each other here. */
async function claimDoctor(transaction: Transaction, idDoctor: string): Promise<void> {
  const [doctor] = await transaction
    .select({ id: doctors.id })
    .from(doctors)
    .where(and(eq(doctors.id, idDoctor), isNull(doctors.deletedAt)))
    .for('no key update');
  if (!doctor) throw new Problem('NOT_FOUND');
  const taken = await transaction.$count(staff, eq(staff.doctorId, idDoctor));
  if (taken > 0) throw refusedField('idDoctor', 'DOCTOR_OF_ANOTHER');
}

/** A rejection that the form shows at a field. */
function refusedField(path: string, code: 'ACCOUNT_EMAIL_TAKEN' | 'DOCTOR_OF_ANOTHER'): Problem {
  return new Problem(code, { issues: [{ path, message: errorTable[code].message }] });
}

/**
 * Suspends or activates another user's account. It has no effect if the account has that state.
 * @throws Problem OWN_ACCOUNT
 * @throws LastAdministratorError
 */
export async function setAccountActive(
  transaction: Transaction,
  context: Act & AccountViewer,
  id: string,
  active: boolean,
): Promise<void> {
  if (!active) await requireAnotherAdministrator(transaction, id);
  const before = await lockOther(transaction, context, id);
  if (isSuspended(before.status) !== active) return;
  await changeStatus(transaction, context, before, active ? ACTIVE : SUSPENDED);
}

/** @returns how many sessions of the account ended */
export async function endAccountSessions(
  transaction: Transaction,
  context: Act & AccountViewer,
  id: string,
): Promise<number> {
  await lockOther(transaction, context, id);
  const ended = await endSessions(transaction, id);
  await writeAudit(transaction, context, {
    action: 'staff.sessions_ended',
    subject: toSubject(id),
    details: { count: ended },
  });
  return ended;
}
