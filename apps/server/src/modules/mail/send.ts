import { roleCapabilities, roles } from '@simiente/contract/common/access/roles';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { SYSTEM_ACT } from '../../platform/act.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { isoText } from '../../platform/database/records.ts';
import type { Job } from '../../platform/jobs/job-state.ts';
import { jobs } from '../../schema/operation/installation.ts';
import { type MailKind, mails } from '../../schema/operation/mail.ts';
import { reports, reportVersions } from '../../schema/reports.ts';
import { ACTIVE, staff } from '../../schema/staff.ts';
import { type AuditAction, writeAudit } from '../audit/public.ts';
import {
  type Content,
  layOut,
  type MailFacts,
  type Message,
  type TemplateKind,
  writeMessage,
} from './messages.ts';
import type { Outbox } from './queue.ts';
import type { CalendarPart, openMailServer } from './server.ts';

type SendLetter = ReturnType<typeof openMailServer>;

/** An e-mail to a patient about an appointment. */
export interface AppointmentLetter {
  readonly to: string;
  readonly content: Content;
  readonly calendar: CalendarPart;
}

interface MailSenderDeps {
  readonly db: Database;
  readonly send: SendLetter;
  /** The sender, formatted for the header. */
  readonly from: string;
  /** The address of the installation, without a path. */
  readonly origin: string;
  /** IANA name of the clinic's zone. */
  readonly timeZone: string;
  readonly outbox: Outbox;
  /** The id up to which all audit rows are sealed. */
  readonly sealedUpTo: () => number;
  /** The job of backups, whose lasting failure is reported to administrators; null without such a job. */
  readonly backupJob: string | null;
  /**
   * Creates the link of an account with a forgotten password, in the message with this id.
   * @returns false if the account gets no link
   */
  readonly makeLink: (
    transaction: Transaction,
    staffId: string,
    mailId: string,
  ) => Promise<boolean>;
  /** Recipient and text of a delivery's message; null if the delivery has expired. */
  readonly findDelivery: (
    db: Database,
    deliveryId: string,
  ) => Promise<{
    readonly to: string;
    readonly path: string;
    readonly code: string;
    readonly until: Date;
  } | null>;
  /** The e-mail about an appointment; null if the appointment has passed or changed. */
  readonly findAppointment: (
    db: Database,
    appointmentId: string,
    facts: Mail['facts'],
  ) => Promise<AppointmentLetter | null>;
}

/** Minutes until the second attempt. The delay doubles each time, up to the maximum. */
const FIRST_RETRY_DELAY = 1;
const MAX_RETRY_DELAY = 60;
/** Maximum number of attempts; the last one is about nine hours after the first. */
const MAX_ATTEMPTS = 15;

/**
 * Sends queued messages, one after the other. Each attempt is stored before it begins, and its result after it. If
 * the process was killed in between, the server may have accepted the message. The message is sent again with the same
 * Message-ID. An e-mail about an appointment is given up as unknown instead, because a second copy would confuse.
 */
export function mailSender(deps: MailSenderDeps): Job {
  return {
    name: 'mail.send',
    schedule: { everyMinutes: 1 },
    // A trigger announces new mails, because a user may wait for a code or a link.
    runsAfter: 'mail',
    async run(signal) {
      await queueNotices(deps.db, deps.sealedUpTo());
      if (deps.backupJob !== null) await queueOldBackupNotice(deps.db, deps.backupJob);
      let sent = 0;
      let failed = 0;
      while (!signal.aborted) {
        const mail = await claimMail(deps.db);
        if (mail === undefined) break;
        const outcome = await deliver(deps, mail);
        if (outcome === 'sent') sent += 1;
        if (outcome === 'failed' || outcome === 'retry') failed += 1;
        // The server would not accept the other messages either.
        if (outcome === 'server-fault') {
          failed += 1;
          break;
        }
      }
      return { sent, failed };
    },
  };
}

type Mail = typeof mails.$inferSelect;
type Outcome = 'sent' | 'dropped' | 'failed' | 'retry' | 'server-fault';

/** The fault of a message whose last attempt has no stored result. */
const UNKNOWN = 'UNKNOWN';

/** Returns the next due message, and counts the attempt. */
async function claimMail(db: Database): Promise<Mail | undefined> {
  const delay = sql`least(${MAX_RETRY_DELAY}, ${FIRST_RETRY_DELAY} * 2 ^ least(${mails.attempts}, 10))`;
  const [mail] = await db
    .update(mails)
    .set({
      attempts: sql`${mails.attempts} + 1`,
      triedAt: sql`now()`,
      fault: sql`case when ${mails.attempts} > 0 and coalesce(${mails.fault}, ${UNKNOWN}) = ${UNKNOWN} then ${UNKNOWN} end`,
      dueAt: sql`now() + make_interval(mins => (${delay})::int)`,
    })
    .where(
      eq(
        mails.id,
        sql`(select id from mails where due_at <= now() and sent_at is null and failed_at is null
          order by due_at, id limit 1 for update skip locked)`,
      ),
    )
    .returning();
  return mail;
}

async function deliver(deps: MailSenderDeps, claimed: Mail): Promise<Outcome> {
  const { db, origin, timeZone, outbox } = deps;
  if (claimed.appointmentId !== null) return sendLetter(deps, claimed, claimed.appointmentId);
  if (claimed.deliveryId !== null) return deliverToPatient(deps, claimed, claimed.deliveryId);
  const mail = claimed.staffId === null ? await createPasswordLink(deps, claimed) : claimed;
  if (mail === null) return 'dropped';
  const [person] = await db
    .select({ name: staff.name, email: staff.email })
    .from(staff)
    .where(eq(staff.id, mail.staffId ?? ''));
  if (!person) return 'dropped';
  const { page, until = null, at = null, address = null, userAgent = null } = mail.facts;
  if (until !== null && new Date(until).getTime() <= Date.now()) {
    return giveUp(db, mail, person.email, 'EXPIRED');
  }
  const url = page === undefined ? null : `${origin}${page}#${outbox.deriveToken(mail.id)}`;
  const { name, email: to } = person;
  const facts = { name, origin, timeZone, url, until, at, address, userAgent };
  return sendTo(deps, mail, to, facts);
}

/** Sends the link or the code of a delivery, unless it has expired. */
async function deliverToPatient(
  deps: MailSenderDeps,
  mail: Mail,
  deliveryId: string,
): Promise<Outcome> {
  const { db, origin, timeZone } = deps;
  const delivery = await deps.findDelivery(db, deliveryId);
  if (delivery === null) return drop(db, mail);
  const { to, path, code, until } = delivery;
  const isLink = mail.kind === 'report-link';
  return sendTo(deps, mail, to, {
    name: null,
    origin,
    timeZone,
    url: isLink ? `${origin}${path}` : null,
    code: isLink ? null : code,
    until: until.toISOString(),
  });
}

/** Sends an e-mail about an appointment, at most once. */
async function sendLetter(deps: MailSenderDeps, mail: Mail, id: string): Promise<Outcome> {
  const { db, origin } = deps;
  if (mail.fault === UNKNOWN) return giveUp(db, mail, mail.address ?? '', UNKNOWN);
  const letter = await deps.findAppointment(db, id, mail.facts);
  if (letter === null) return drop(db, mail);
  const message = layOut(letter.content, { name: null, origin });
  return sendMessage(deps, mail, letter.to, { ...message, calendar: letter.calendar });
}

const sendTo = (deps: MailSenderDeps, mail: Mail, to: string, facts: MailFacts) =>
  sendMessage(deps, mail, to, writeMessage(mail.kind as TemplateKind, facts));

async function sendMessage(
  { db, send, from, origin }: MailSenderDeps,
  mail: Mail,
  to: string,
  message: Message & { readonly calendar?: CalendarPart },
): Promise<Outcome> {
  const messageId = `<${mail.id}@${new URL(origin).hostname}>`;
  const fault = await send({ ...message, from, to, messageId });
  if (fault !== null) {
    if (fault.isFinal || mail.attempts >= MAX_ATTEMPTS) return giveUp(db, mail, to, fault.code);
    await db.update(mails).set({ fault: fault.code, address: to }).where(eq(mails.id, mail.id));
    return fault.isServerFault ? 'server-fault' : 'retry';
  }
  await db.transaction(async (transaction) => {
    await transaction
      .update(mails)
      .set({ sentAt: sql`now()`, fault: null, address: to })
      .where(eq(mails.id, mail.id));
    await writeAudit(transaction, SYSTEM_ACT, toEntry('mail.sent', mail));
  });
  return 'sent';
}

async function drop(db: Database, { id }: Mail): Promise<Outcome> {
  await db.delete(mails).where(eq(mails.id, id));
  return 'dropped';
}

async function giveUp(db: Database, mail: Mail, address: string, fault: string): Promise<Outcome> {
  await db.transaction(async (transaction) => {
    await transaction
      .update(mails)
      .set({ failedAt: sql`now()`, fault, address })
      .where(eq(mails.id, mail.id));
    await writeAudit(transaction, SYSTEM_ACT, toEntry('mail.failed', mail, { code: fault }));
  });
  return 'failed';
}

function toEntry(
  action: 'mail.sent' | 'mail.failed',
  { staffId, deliveryId, appointmentId, kind, attempts }: Mail,
  facts: { readonly code?: string } = {},
) {
  const subject =
    appointmentId !== null
      ? ({ kind: 'doctor_appointment', id: appointmentId } as const)
      : deliveryId !== null
        ? ({ kind: 'report_delivery', id: deliveryId } as const)
        : ({ kind: 'staff', id: staffId ?? '' } as const);
  return { action, subject, details: { mail: kind satisfies MailKind, attempts, ...facts } };
}

/**
 * Creates the link of a requested password change, if the typed e-mail has an account. The typed text is not audited:
 * it may be a password, and it would show whether the account exists.
 */
async function createPasswordLink(
  { db, makeLink }: MailSenderDeps,
  mail: Mail,
): Promise<Mail | null> {
  const { email = '', address = null, userAgent = null, requestId = null } = mail.facts;
  return db.transaction(async (transaction) => {
    const [person] = await transaction
      .select({ id: staff.id })
      .from(staff)
      .where(eq(staff.email, email.trim().toLowerCase()));
    if (person && (await makeLink(transaction, person.id, mail.id))) {
      await writeAudit(
        transaction,
        {
          actor: { kind: 'anonymous' },
          origin: { address, userAgent, requestId, background: false },
        },
        { action: 'account.link_requested', subject: { kind: 'staff', id: person.id } },
      );
      const [withLink] = await transaction.select().from(mails).where(eq(mails.id, mail.id));
      return withLink ?? null;
    }
    await transaction.delete(mails).where(and(eq(mails.id, mail.id), isNull(mails.staffId)));
    return null;
  });
}

/** Key in `installation` of the last audit row for which notices were queued. */
const PROGRESS = 'mail.notices';

/** Audited actions that are reported to the concerned account, and the kind of the message. */
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
 * Queues messages for the audit rows since the last run. The audit is the source because it includes actions on the
 * command line, and no rolled-back action. A row gets at most one message, however often this runs. The first run ignores
 * all rows, and later runs those older than a day. A sign-in is reported once a day for each address, because a program
 * without cookies is a new device each time.
 * @param goal the id up to which all audit rows are sealed, so that no row with a lower id will appear
 */
async function queueNotices(db: Database, goal: number): Promise<void> {
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
      select 'mail_' || gen_random_uuid(), notice.kind, notice.subject_id, notice.id, jsonb_strip_nulls(
        jsonb_build_object('at', ${isoText('notice.at')}, 'address', notice.address, 'userAgent', notice.user_agent))
      from (
        select distinct on (case e.action when 'session.created' then concat(e.subject_id, ' ', e.address) else e.id::text end)
          e.*, case e.action ${kindCases} end as kind
        from audit_events e
        where e.id > ${from}::bigint and e.id <= ${goal}::bigint and e.action = any(${actions}::text[])
          and e.at > now() - interval '1 day' and e.subject_kind = 'staff'
          and (e.action <> 'session.created' or e.details->'newDevice' = 'true')
          and (e.action <> 'staff.link_used' or e.details->>'kind' = 'password')
        order by case e.action when 'session.created' then concat(e.subject_id, ' ', e.address) else e.id::text end, e.id
      ) as notice
      join staff on staff.id = notice.subject_id
      where notice.kind <> 'new-device' or not exists (
        select from mails m where m.staff_id = notice.subject_id and m.kind = 'new-device'
          and m.facts->>'address' is not distinct from notice.address
          and m.created_at > now() - interval '1 day')
      on conflict (event_id) do nothing`);
    // One message for each change of results in a signed version; a repeated id is rejected.
    await transaction.execute(sql`
      insert into mails (id, kind, staff_id, facts)
      select 'mail_' || md5(concat_ws(' ', v.id, r.basis_changed_at at time zone 'UTC')), 'report-basis', v.signer_id,
        jsonb_build_object('at', ${isoText('r.basis_changed_at')})
      from ${reports} r join ${reportVersions} v on v.id = r.in_force_id
      where r.basis_changed_at > now() - interval '1 day'
      on conflict (id) do nothing`);
  });
}

/** The roles that get notices about the installation. */
const administrators = roles.filter((role) => roleCapabilities[role].includes('accounts.manage'));

/**
 * Queues a message to each administrator when the backup job fails and its last success was more than two days
 * ago. The message is queued only once until the next success, because a repeated id is rejected.
 */
async function queueOldBackupNotice(db: Database, job: string): Promise<void> {
  await db.execute(sql`
    insert into mails (id, kind, staff_id, facts)
    select 'mail_' || md5(concat_ws(' ', 'backup-old', person.id, job.succeeded_at at time zone 'UTC')), 'backup-old',
      person.id, jsonb_strip_nulls(jsonb_build_object('at', ${isoText('job.succeeded_at')}))
    from ${jobs} as job, ${staff} as person
    where job.name = ${job} and job.failures > 0
      and coalesce(job.succeeded_at, (select min(created_at) from ${staff})) < now() - interval '2 days'
      and person.status = ${ACTIVE} and person.roles && ${sql.param(administrators)}::text[]
    on conflict (id) do nothing`);
}
