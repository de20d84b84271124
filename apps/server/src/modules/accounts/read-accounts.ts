import type {
  AccountPage,
  accountListInput,
  StaffAccount,
} from '@simiente/contract/accounts/calls';
import type { AccountSort, AccountState } from '@simiente/contract/accounts/filters';
import { isRole } from '@simiente/contract/common/access/roles';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type * as z from 'zod';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { byDate, byText, keyset } from '../../platform/database/pages/keyset.ts';
import { pick, toWire } from '../../platform/database/records.ts';
import { matchesSearch } from '../../platform/database/search.ts';
import { isLive, type SessionLimits } from '../../platform/identity/sessions/sessions.ts';
import { areCustomRolesInUse } from '../../platform/identity/staff-accounts.ts';
import { Problem } from '../../platform/problem.ts';
import { auditEvents } from '../../schema/audit.ts';
import { doctors } from '../../schema/doctors.ts';
import {
  ACTIVE,
  INVITED,
  isSuspended,
  staff,
  staffPasskeys,
  staffProviders,
  staffSessions,
} from '../../schema/staff.ts';
import { identityState } from '../professional-identity/public.ts';

type ListInput = z.output<typeof accountListInput>;

/** The requesting account, and the lifetime of sessions. */
export interface AccountViewer {
  readonly actor: Pick<StaffContext['actor'], 'id'>;
  readonly limits: SessionLimits;
}

/** Time of an account's latest audited action. */
const lastAccess = sql<Date | null>`(select act.at from ${auditEvents as PgTable} act
  where act.actor_id = ${staff.id} and act.actor_kind = 'staff' order by act.id desc limit 1)`;

const accountColumns = (limits: SessionLimits) => ({
  ...pick(staff, ['id', 'name', 'email', 'status', 'roles', 'pendingRoles', 'pendingRolesBy']),
  ...pick(staff, ['pendingRolesAt', 'doctorId']),
  doctorName: doctors.name,
  identity: identityState(staff.id).as('identity'),
  twoFactor: staff.twoFactorEnabled,
  passkeys: sql<number>`(select count(*)::int from ${staffPasskeys as PgTable}
    where ${staffPasskeys.userId} = ${staff.id})`.as('passkeys'),
  provider: sql<boolean>`exists (select from ${staffProviders as PgTable}
    where ${staffProviders.staffId} = ${staff.id})`.as('provider'),
  lastAccessAt: lastAccess.mapWith(staff.createdAt).as('last_access_at'),
  openSessions: sql<number>`(select count(*)::int from ${staffSessions as PgTable}
    where ${staffSessions.userId} = ${staff.id} and ${isLive(limits)})`.as('open_sessions'),
  createdAt: staff.createdAt,
  version: staff.version,
});

function selectAccounts(db: Reader, limits: SessionLimits) {
  return db
    .select(accountColumns(limits))
    .from(staff)
    .leftJoin(doctors, eq(doctors.id, staff.doctorId))
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof selectAccounts>>[number];

function presentAccount(row: Row, ownId: string): StaffAccount {
  const { id, status, pendingRoles, pendingRolesBy, pendingRolesAt, ...shown } = row;
  const { doctorId, doctorName, ...account } = shown;
  return {
    ...toWire(account),
    idAccount: id,
    state: toAccountState(status),
    // A newer version may have granted a role that this version does not know.
    roles: row.roles.filter(isRole),
    pending: pendingRolesAt && {
      roles: pendingRoles.filter(isRole),
      at: pendingRolesAt.toISOString(),
      byOther: id !== ownId && pendingRolesBy !== ownId,
    },
    doctor: doctorId === null ? null : { idDoctor: doctorId, name: doctorName ?? '' },
    own: id === ownId,
  };
}

function toAccountState(status: number): AccountState {
  if (isSuspended(status)) return 'suspended';
  return status === ACTIVE ? 'active' : 'invited';
}

const { readPage } = keyset<AccountSort, Row>(staff.id, ({ id }) => id, {
  name: byText(staff.name, ({ name }) => name),
  lastAccess: byDate(sql`coalesce(${lastAccess}, '-infinity')`, ({ lastAccessAt }) => lastAccessAt),
});

export async function listAccounts(
  { db, actor, cursors, limits }: Pick<StaffContext, 'db' | 'cursors'> & AccountViewer,
  input: ListInput,
): Promise<AccountPage> {
  const matchesFilters = matches(input);
  const { page, nextCursor } = await readPage(
    input,
    cursors,
    selectAccounts(db, limits),
    and(matchesFilters, inState(input.state)),
  );
  const countIf = (condition: SQL) => sql<number>`count(*) filter (where ${condition})::int`;
  const [row] = await db
    .select({
      active: countIf(inState('active')),
      invited: countIf(inState('invited')),
      suspended: countIf(inState('suspended')),
      withoutTwoFactor: countIf(sql`${inState(input.state)} and not ${staff.twoFactorEnabled}`),
      suspendedIdentities: countIf(
        sql`${inState(input.state)} and ${identityState(staff.id)} = 'suspended'`,
      ),
    })
    .from(staff)
    .where(matchesFilters);
  if (row === undefined) throw new Error('An aggregate returned no row');
  const { withoutTwoFactor, suspendedIdentities, ...counts } = row;
  const total =
    input.state === 'all' ? counts.active + counts.invited + counts.suspended : counts[input.state];
  return {
    accounts: page.map((row) => presentAccount(row, actor.id)),
    nextCursor,
    total,
    totalIsCapped: false,
    counts,
    withoutTwoFactor,
    suspendedIdentities,
    rolesInUse: await areCustomRolesInUse(db),
  };
}

/** The conditions of the list besides the state. */
function matches({ search, role, twoFactor, identity }: ListInput): SQL | undefined {
  return and(
    matchesSearch(sql`fold_text(${staff.name} || chr(10) || ${staff.email})`, search),
    role && sql`${role} = any(${staff.roles} || ${staff.pendingRoles})`,
    identity === 'any' ? undefined : eq(identityState(staff.id), identity),
    twoFactor === 'any' ? undefined : eq(staff.twoFactorEnabled, twoFactor === 'on'),
  );
}

function inState(state: ListInput['state']): SQL {
  if (state === 'all') return sql`true`;
  if (state === 'suspended') return sql`${staff.status} not in (${ACTIVE}, ${INVITED})`;
  return eq(staff.status, state === 'active' ? ACTIVE : INVITED);
}

export async function readStaffAccount(
  db: Reader,
  { actor, limits }: AccountViewer,
  id: string,
): Promise<StaffAccount> {
  const [row] = await selectAccounts(db, limits).where(eq(staff.id, id));
  if (!row) throw new Problem('NOT_FOUND');
  return presentAccount(row, actor.id);
}
