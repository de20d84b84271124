import type {
  IdentityState,
  IdentityVersion,
  ProfessionalIdentity,
} from '@simiente/contract/professional-identity/calls';
import { type AnyColumn, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { toWire } from '../../platform/database/records.ts';
import {
  professionalIdentities,
  professionalIdentityVersions,
} from '../../schema/professional-identities.ts';
import { staffName } from '../../schema/staff.ts';
import type { AuditAction } from '../audit/public.ts';

type IdentityRow = typeof professionalIdentities.$inferSelect;
type VersionRow = typeof professionalIdentityVersions.$inferSelect & {
  readonly enteredByName: string | null;
};

/** An identity with its versions, newest first. */
export interface StoredIdentity {
  readonly head: IdentityRow;
  readonly versions: readonly [VersionRow, ...VersionRow[]];
}

export async function findIdentity(
  db: Reader,
  staffId: string,
): Promise<StoredIdentity | undefined> {
  const rows = await db
    .select({
      head: professionalIdentities,
      version: {
        ...getTableColumns(professionalIdentityVersions),
        enteredByName: staffName(
          professionalIdentityVersions.enteredBy,
          professionalIdentityVersions.enteredAt,
        ),
      },
    })
    .from(professionalIdentities)
    .innerJoin(
      professionalIdentityVersions,
      eq(professionalIdentityVersions.staffId, professionalIdentities.staffId),
    )
    .where(eq(professionalIdentities.staffId, staffId))
    .orderBy(desc(professionalIdentityVersions.enteredAt), desc(professionalIdentityVersions.id));
  const [first, ...earlier] = rows.map(({ version }) => version);
  const head = rows[0]?.head;
  return first && head && { head, versions: [first, ...earlier] };
}

function toIdentityState({ head, versions }: StoredIdentity): IdentityState {
  if (head.suspendedAt !== null) return 'suspended';
  return versions.some(({ confirmedAt }) => confirmedAt !== null) ? 'active' : 'pending';
}

/** The id of the version with which an account signs; null without an active identity. */
export async function activeIdentityVersion(db: Reader, staffId: string): Promise<string | null> {
  const stored = await findIdentity(db, staffId);
  if (stored === undefined || toIdentityState(stored) !== 'active') return null;
  return stored.versions.find(({ confirmedAt }) => confirmedAt !== null)?.id ?? null;
}

/** Serialises a signature with a suspension of the signer's identity. */
export async function lockIdentity(transaction: Transaction, staffId: string): Promise<void> {
  await transaction
    .select({ one: sql`1` })
    .from(professionalIdentities)
    .where(eq(professionalIdentities.staffId, staffId))
    .for('share');
}

/** The state of the identity of a listed account; null without one. */
export function identityState(staffId: AnyColumn): SQL<IdentityState | null> {
  return sql<IdentityState | null>`(select case when i.suspended_at is not null then 'suspended'
      when exists (select from ${professionalIdentityVersions} v
        where v.staff_id = i.staff_id and v.confirmed_at is not null) then 'active'
      else 'pending' end
    from ${professionalIdentities} i where i.staff_id = ${staffId})`;
}

export async function presentIdentity(
  db: Reader,
  readerId: string,
  stored: StoredIdentity,
): Promise<ProfessionalIdentity> {
  const { head, versions } = stored;
  const { suspendedAt, suspendedFor } = head;
  const [latest] = versions;
  const inForce = versions.find(({ confirmedAt }) => confirmedAt !== null);
  return {
    idAccount: head.staffId,
    state: toIdentityState(stored),
    latest: presentVersion(latest),
    inForce: inForce === undefined || inForce === latest ? null : presentVersion(inForce),
    suspension:
      suspendedAt === null || suspendedFor === null
        ? null
        : {
            at: suspendedAt.toISOString(),
            reason: suspendedFor,
            personConfirmedAt: head.personConfirmedAt?.toISOString() ?? null,
            secondConfirmedAt: head.secondConfirmedAt?.toISOString() ?? null,
            mayConfirm: await mayConfirmReturn(db, head, readerId),
          },
    version: head.version,
  };
}

/** Whether an account of administration may confirm the return of a suspended identity. */
export async function mayConfirmReturn(
  db: Reader,
  { staffId, suspendedBy: actors, suspendedAt: at }: IdentityRow,
  accountId: string,
): Promise<boolean> {
  if (at === null || accountId === staffId) return false;
  return isIndependent(db, accountId, { actors, at });
}

function presentVersion(row: VersionRow): IdentityVersion {
  const { id, staffId: _, enteredByName, ...version } = row;
  return { idVersion: id, ...toWire(version), enteredBy: enteredByName };
}

/** Actions with lasting influence over an account: the actor may know its credentials, or chose its permissions. */
const LASTING_ACTIONS: readonly AuditAction[] = [
  'staff.link_made',
  'staff.roles_asked',
  'staff.roles_changed',
  'two_factor.reset',
  'passkey.reset',
  'provider.reset',
];

/** Actions whose influence ends after some days, like the links of invitations. */
const PASSING_ACTIONS: readonly AuditAction[] = [
  'staff.invited',
  'staff.link_made',
  'staff.status_changed',
];
const PASSING_DAYS = 30;

/**
 * Whether an account can be the second person of an action: the account is older than the action, and no account has
 * influence over both it and a participant of the act. An account has influence over itself, so this covers dependence
 * in both directions. Influence is read from the audit. Acts of the command line depend on no account.
 * @param actors the participants
 * @param at the time of the action
 */
export async function isIndependent(
  db: Reader,
  accountId: string,
  { actors, at }: { readonly actors: readonly string[]; readonly at: Date },
): Promise<boolean> {
  const { rows } = await db.execute<{ independent: boolean }>(sql`
    with recursive influence as materialized (
      select distinct actor_id as holder, subject_id as account from audit_events
      where actor_kind = 'staff' and subject_kind = 'staff' and actor_id <> subject_id
        and (action = any(${sql.param(LASTING_ACTIONS)}::text[]) and details->>'kind' is distinct from 'invitation'
          -- An invitation with pending roles is also a request for these roles.
          or action = 'staff.invited' and details ? 'pending'
          or action = any(${sql.param(PASSING_ACTIONS)}::text[])
            and at > ${at.toISOString()}::timestamptz - make_interval(days => ${PASSING_DAYS}))
    ), over as (
      select named as account, named as holder from unnest(${sql.param([accountId, ...actors])}::text[]) as named
      union
      select over.account, influence.holder from over join influence on influence.account = over.holder
    )
    select exists (select from staff where id = ${accountId} and created_at < ${at.toISOString()}::timestamptz)
      and not exists (
        select from over as one join over as other using (holder)
        where one.account = ${accountId} and other.account = any(${sql.param(actors)}::text[])
      ) as independent`);
  return rows[0]?.independent ?? false;
}
