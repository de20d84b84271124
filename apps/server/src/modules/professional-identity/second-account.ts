import { sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import type { AuditAction } from '../audit/public.ts';

/**
 * Actions with which one account gains influence over another: it may know the other's credentials, or chose
 * its permissions.
 */
const LASTING: readonly AuditAction[] = [
  'staff.link_made',
  'staff.roles_asked',
  'staff.roles_changed',
  'two_factor.reset',
  'passkey.reset',
  'provider.reset',
];

/** Influence that ends after some days, with the links of invitations. */
const PASSING: readonly AuditAction[] = [
  'staff.invited',
  'staff.link_made',
  'staff.status_changed',
];
const PASSING_DAYS = 30;

/**
 * Whether an account can be the second person of an act: it is older than the act, and no account has influence over
 * both it and a participant of the act. An account has influence over itself, so this covers dependence in both
 * directions. Everything is read from the audit. The command line depends on no account.
 * @param actors the accounts that took part
 * @param at when they acted
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
        and (action = any(${sql.param(LASTING)}::text[]) and details->>'kind' is distinct from 'invitation'
          or action = any(${sql.param(PASSING)}::text[])
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
