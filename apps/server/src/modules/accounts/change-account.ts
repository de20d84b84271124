import type { accountsContract } from '@simiente/contract/accounts/calls';
import {
  roles as allRoles,
  type Role,
  rolesToConfirm,
} from '@simiente/contract/common/access/roles';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Act } from '../../platform/act.ts';
import type { CallInput } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { removePasskeys } from '../../platform/identity/passkeys/passkeys.ts';
import { unbindProvider } from '../../platform/identity/provider/bindings.ts';
import {
  defaultRoles,
  endSessions,
  insertStaff,
  requireAnotherAdministrator,
  setRoles,
  setStaffStatus,
} from '../../platform/identity/staff-accounts.ts';
import { resetTwoFactor } from '../../platform/identity/two-factor/two-factor.ts';
import { Problem, rejectStale, toFieldProblem } from '../../platform/problem.ts';
import { doctors } from '../../schema/doctors.ts';
import { ACTIVE, INVITED, isSuspended, SUSPENDED, staff } from '../../schema/staff.ts';
import { writeAudit } from '../audit/public.ts';
import { isIndependent, suspendIdentity } from '../professional-identity/public.ts';
import { type AccountViewer, readStaffAccount } from './read-accounts.ts';

type AccountRow = typeof staff.$inferSelect;

const toSubject = (id: string) => ({ kind: 'staff', id }) as const;

/**
 * Changes the roles of an account, effective from its next request.
 * @throws Problem LAST_ADMINISTRATOR
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
 * @throws Problem LAST_ADMINISTRATOR
 */
export async function changeStatus(
  transaction: Transaction,
  act: Act,
  { id, status: from }: Pick<AccountRow, 'id' | 'status'>,
  newStatus: number,
): Promise<number> {
  const to = await setStaffStatus(transaction, id, newStatus);
  await writeAudit(transaction, act, {
    action: 'staff.status_changed',
    subject: toSubject(id),
    details: { changes: { status: { from, to } } },
  });
  return to;
}

/** Factors of authentication besides the password. The removal of a factor ends the account's sessions. */
const factors = {
  'second-step': { action: 'two_factor.reset', remove: resetTwoFactor },
  passkey: { action: 'passkey.reset', remove: removePasskeys },
  provider: { action: 'provider.reset', remove: unbindProvider },
} as const;

export type Factor = keyof typeof factors;

/**
 * Removes a factor of an account. The account's sessions end, and its professional identity is suspended.
 * @returns whether the account had the factor
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
  const by = act.actor.kind === 'staff' ? act.actor.id : null;
  await suspendIdentity(transaction, act, id, { reason: factor, by });
  return factor === 'provider' ? removed !== null : Boolean(removed);
}

/** Locks another user's account until commit. */
export async function lockOther(
  transaction: Transaction,
  { actor }: Pick<AccountViewer, 'actor'>,
  id: string,
): Promise<AccountRow> {
  const account = await lockAccount(transaction, id);
  if (id === actor.id) throw new Problem('OWN_ACCOUNT');
  return account;
}

async function lockAccount(transaction: Transaction, id: string): Promise<AccountRow> {
  const [account] = await transaction.select().from(staff).where(eq(staff.id, id)).for('update');
  if (!account) throw new Problem('NOT_FOUND');
  return account;
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

const toPendingColumns = (actorId: string, pending: readonly Role[]) =>
  pending.length === 0
    ? {}
    : { pendingRoles: [...pending], pendingRolesBy: actorId, pendingRolesAt: new Date() };

/**
 * Grants an account the roles that another administrator requested. Without pending roles it has no effect.
 * @throws Problem OWN_ACCOUNT
 * @throws Problem SECOND_ACCOUNT_NEEDED for an account that is not independent of the requester
 * @throws Problem LAST_ADMINISTRATOR
 */
export async function confirmRoles(
  transaction: Transaction,
  context: Act & AccountViewer,
  { idAccount: id, version }: CallInput<typeof accountsContract.confirmRoles>,
): Promise<void> {
  await requireAnotherAdministrator(transaction);
  const before = await lockOther(transaction, context, id);
  const { pendingRoles, pendingRolesBy, pendingRolesAt: at } = before;
  if (pendingRolesBy === null || at === null) return;
  await rejectStale(version, before, () => readStaffAccount(transaction, context, id));
  if (!(await isIndependent(transaction, context.actor.id, { actors: [pendingRolesBy], at }))) {
    throw new Problem('SECOND_ACCOUNT_NEEDED');
  }
  await changeRoles(transaction, context, before, pendingRoles);
}

/**
 * Creates an account that becomes active when its owner chooses a password. Some roles stay pending until a second
 * administrator confirms them.
 * @returns the account's id
 * @throws Problem ACCOUNT_EMAIL_TAKEN, DOCTOR_OF_ANOTHER, NOT_FOUND for an unknown doctor
 * @throws Problem ROLE_MISSING
 */
export async function inviteAccount(
  transaction: Transaction,
  act: Act & Pick<AccountViewer, 'actor'>,
  { name, email, roles, idDoctor = null }: CallInput<typeof accountsContract.invite>,
): Promise<string> {
  const chosen = roles ? uniqueRoles(roles) : await defaultRoles(transaction);
  if (idDoctor !== null) await claimDoctor(transaction, idDoctor);
  const { roles: granted, pending } = splitRoles([], chosen);
  const id = await insertStaff(transaction, {
    name,
    email: email.toLowerCase(),
    status: INVITED,
    roles: [...granted],
    ...toPendingColumns(act.actor.id, pending),
    doctorId: idDoctor,
  });
  if (id === null) throw toFieldProblem('ACCOUNT_EMAIL_TAKEN', 'email');
  await writeAudit(transaction, act, {
    action: 'staff.invited',
    subject: toSubject(id),
    details: { roles: granted, ...(pending.length > 0 && { pending }), doctor: idDoctor },
  });
  return id;
}

/**
 * Changes roles and doctor of an account. For their own account, administrators can remove roles, but not add roles or
 * change the doctor. Roles that need two administrators stay pending until a second one confirms them.
 * @throws Problem OWN_ACCOUNT, DOCTOR_OF_ANOTHER
 * @throws Problem LAST_ADMINISTRATOR
 */
export async function updateAccount(
  transaction: Transaction,
  context: Act & AccountViewer,
  { idAccount: id, idDoctor, version, ...edit }: CallInput<typeof accountsContract.update>,
): Promise<void> {
  const roles = edit.roles && uniqueRoles(edit.roles);
  // Administrators are locked before the account, so that two who demote each other lock in the same order.
  if (roles && !roles.includes('administracion')) {
    await requireAnotherAdministrator(transaction, id);
  }
  const before = await lockAccount(transaction, id);
  const requestedRoles = before.pendingRoles.length > 0 ? before.pendingRoles : before.roles;
  const areSameRoles =
    roles?.length === requestedRoles.length && roles.every((role) => requestedRoles.includes(role));
  const otherRoles = areSameRoles ? undefined : roles;
  const isOtherDoctor = idDoctor !== undefined && idDoctor !== before.doctorId;
  await rejectStale(version, before, () => readStaffAccount(transaction, context, id));
  if (!otherRoles && !isOtherDoctor) return;
  const addsRole = otherRoles?.some((role) => !before.roles.includes(role)) ?? false;
  if (id === context.actor.id && (addsRole || isOtherDoctor)) throw new Problem('OWN_ACCOUNT');
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
  const { roles: granted, pending } = splitRoles(before.roles, otherRoles);
  if (pending.length === 0) return changeRoles(transaction, context, before, granted);
  await setRoles(transaction, id, granted, toPendingColumns(context.actor.id, pending));
  await writeAudit(transaction, context, {
    action: 'staff.roles_asked',
    subject: toSubject(id),
    details: { changes: { roles: { from: before.roles, to: granted } }, pending },
  });
}

/** The roles without duplicates, in the usual order. */
function uniqueRoles(chosen: readonly Role[]): Role[] {
  return allRoles.filter((role) => chosen.includes(role));
}

/** Requires that no account is linked to a doctor. Serialises concurrent links of the same doctor. */
async function claimDoctor(transaction: Transaction, idDoctor: string): Promise<void> {
  const [doctor] = await transaction
    .select({ id: doctors.id })
    .from(doctors)
    .where(and(eq(doctors.id, idDoctor), isNull(doctors.deletedAt)))
    .for('no key update');
  if (!doctor) throw new Problem('NOT_FOUND');
  const taken = await transaction.$count(staff, eq(staff.doctorId, idDoctor));
  if (taken > 0) throw toFieldProblem('DOCTOR_OF_ANOTHER', 'idDoctor');
}

/**
 * Suspends or activates another user's account, unless it already has that state.
 * @throws Problem OWN_ACCOUNT
 * @throws Problem LAST_ADMINISTRATOR
 */
export async function setAccountActive(
  transaction: Transaction,
  context: Act & AccountViewer,
  { idAccount: id, active }: CallInput<typeof accountsContract.setActive>,
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
