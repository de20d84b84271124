import { capabilitiesOfRole, roles } from '@simiente/contract/common/access/roles';
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { jobs } from '../../schema/operation/installation.ts';
import type { MailKind } from '../../schema/operation/mail.ts';
import { reports, reportVersions } from '../../schema/reports.ts';
import { ACTIVE, staff } from '../../schema/staff.ts';
import type { AuditAction } from '../audit/public.ts';

/** Up to which row of the audit notices were made, in `installation`. */
const PROGRESS = 'mail.notices';

/** Audited actions that are reported to the account concerned. */
const notices: readonly (readonly [AuditAction, MailKind])[] = [
  ['session.created', 'new-device'],
  ['account.password_changed', 'password-changed'],
  ['staff.password_reset', 'password-changed'],
  ['staff.link_used', 'password-changed'],
  ['two_factor.enabled', 'second-step-on'],
  ['two_factor.disabled', 'second-step-off'],
  ['two_factor.reset', 'second-step-off'],
  ['two_factor.recovery_codes_made', 'recovery-codes'],
  ['professional_identity.entered', 'identity-entered'],
  ['professional_identity.suspended', 'identity-suspended'],
  ['passkey.added', 'passkey-added'],
  ['passkey.removed', 'passkey-removed'],
  ['passkey.reset', 'passkey-removed'],
  ['provider.bound', 'provider-bound'],
  ['provider.removed', 'provider-removed'],
  ['provider.reset', 'provider-removed'],
];

/**
 * Queues messages for the audit rows since the last run. The audit covers the command line too, and no rolled-back
 * act. Each row gets one message, however often this runs. The first run reports no earlier rows, and rows older
 * than a day are not reported. A sign-in is reported once a day for each address: a program without cookies is a new
 * device each time.
 * @param goal the low-water mark of the audit, below which no more rows are written
 */
export async function queueNotices(db: Database, goal: number): Promise<void> {
  if (goal === 0) return;
  const kindCases = sql.join(
    notices.map(([action, kind]) => sql`when ${action} then ${kind}`),
    sql` `,
  );
  const actions = sql.param(notices.map(([action]) => action));
  await db.transaction(async (transaction) => {
    const { rows } = await transaction.execute<{ from: string | null }>(sql`
      insert into installation (key, value) values (${PROGRESS}, jsonb_build_object('upTo', ${goal}::bigint))
      on conflict (key) do update
        set value = jsonb_build_object('upTo', greatest(${goal}::bigint, (installation.value->>'upTo')::bigint),
          'from', (installation.value->>'upTo')::bigint)
      returning value->>'from' as from`);
    const from = rows[0]?.from ?? null;
    if (from === null) return;
    await transaction.execute(sql`
      insert into mails (id, kind, staff_id, event_id, facts)
      select 'mail_' || gen_random_uuid(), told.kind, told.subject_id, told.id, jsonb_strip_nulls(
        jsonb_build_object('at', to_char(told.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'address', told.address, 'userAgent', told.user_agent))
      from (
        select distinct on (case e.action when 'session.created' then concat(e.subject_id, ' ', e.address) else e.id::text end)
          e.*, case e.action ${kindCases} end as kind
        from audit_events e
        where e.id > ${from}::bigint and e.id <= ${goal}::bigint and e.action = any(${actions}::text[])
          and e.at > now() - interval '1 day' and e.subject_kind = 'staff'
          and (e.action <> 'session.created' or e.details->'newDevice' = 'true')
          and (e.action <> 'staff.link_used' or e.details->>'kind' = 'password')
        order by case e.action when 'session.created' then concat(e.subject_id, ' ', e.address) else e.id::text end, e.id
      ) as told
      join staff on staff.id = told.subject_id
      where told.kind <> 'new-device' or not exists (
        select from mails m where m.staff_id = told.subject_id and m.kind = 'new-device'
          and m.facts->>'address' is not distinct from told.address
          and m.created_at > now() - interval '1 day')
      on conflict (event_id) do nothing`);
    // One message for each change of results under a signed version; a repeated id is rejected.
    await transaction.execute(sql`
      insert into mails (id, kind, staff_id, facts)
      select 'mail_' || md5(concat_ws(' ', v.id, r.basis_changed_at at time zone 'UTC')), 'report-basis', v.signer_id,
        jsonb_build_object('at', to_char(r.basis_changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      from ${reports} r join ${reportVersions} v on v.id = r.in_force_id
      where r.basis_changed_at > now() - interval '1 day'
      on conflict (id) do nothing`);
  });
}

/** The roles that get notices about the installation. */
const administrators = roles.filter((role) => capabilitiesOfRole[role].includes('accounts.manage'));

/**
 * Queues a message to each administrator when the job of backups fails and last ended well more than two days ago;
 * one for each such moment, since a repeated id is rejected.
 */
export async function queueOldBackupNotice(db: Database, job: string): Promise<void> {
  await db.execute(sql`
    insert into mails (id, kind, staff_id, facts)
    select 'mail_' || md5(concat_ws(' ', 'backup-old', person.id, job.succeeded_at at time zone 'UTC')), 'backup-old',
      person.id, jsonb_strip_nulls(jsonb_build_object('at',
        to_char(job.succeeded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    from ${jobs} as job, ${staff} as person
    where job.name = ${job} and job.failures > 0
      and coalesce(job.succeeded_at, (select min(created_at) from ${staff})) < now() - interval '2 days'
      and person.status = ${ACTIVE} and person.roles && ${sql.param(administrators)}::text[]
    on conflict (id) do nothing`);
}
