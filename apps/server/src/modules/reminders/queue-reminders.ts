import { createHash } from 'node:crypto';
import { toWallTime } from '@simiente/contract/common/wall-time';
import type { ReminderRules } from '@simiente/contract/reminders/rules';
import { and, gt, isNotNull, lte, ne, sql } from 'drizzle-orm';
import type { Database, Reader, Transaction } from '../../platform/database/database.ts';
import { isoText } from '../../platform/database/records.ts';
import type { Job } from '../../platform/jobs/job-state.ts';
import { CANCELLED, doctorAppointments } from '../../schema/appointments.ts';
import { mails } from '../../schema/operation/mail.ts';
import { patients } from '../../schema/patients.ts';
import { hasConsent } from '../consents/public.ts';
import { newMailId } from '../mail/public.ts';
import { readReminderRules } from '../schedules/public.ts';
import { type LinkedRow, selectLinked } from './links.ts';

const HOUR = 3_600_000;
/** Maximum appointments in one run; the next run follows a minute later. */
const MAX_AT_ONCE = 500;

/** Whether it is a quiet hour in the clinic's zone. */
export function isQuietHour({ quietFrom, quietTo }: ReminderRules, now: Date, timeZone: string) {
  const { time } = toWallTime(now.toISOString(), timeZone);
  return quietFrom <= quietTo
    ? time >= quietFrom && time < quietTo
    : time >= quietFrom || time < quietTo;
}

/** Condition for future appointments whose patients may get an e-mail. */
const mayMail = and(
  gt(doctorAppointments.startsAt, sql`now()`),
  isNotNull(patients.email),
  hasConsent(patients.id, 'reminders_email'),
);

/** The state of an appointment that an e-mail reports. */
export const mailedState = ({ startsAt, status }: Pick<LinkedRow, 'startsAt' | 'status'>) => ({
  startsAt: startsAt?.toISOString() ?? '',
  status: status === CANCELLED ? 'cancelled' : 'kept',
});

/**
 * Queues an e-mail about an appointment in its current state, unless the id is queued already.
 * @returns the number of queued e-mails
 */
async function queueMail(db: Reader, row: LinkedRow, id: string, why: string): Promise<number> {
  const { rowCount } = await db
    .insert(mails)
    .values({ id, kind: 'appointment', appointmentId: row.id, facts: { ...mailedState(row), why } })
    .onConflictDoNothing();
  return rowCount ?? 0;
}

/** Queues e-mails that staff requested, for appointments whose patients may get one. */
export async function queueChosen(
  transaction: Transaction,
  ids: readonly string[],
): Promise<LinkedRow[]> {
  const rows = await selectLinked(
    transaction,
    and(
      sql`${doctorAppointments.id} = any(${sql.param([...ids])}::text[])`,
      ne(doctorAppointments.status, CANCELLED),
      mayMail,
    ),
  );
  for (const row of rows) await queueMail(transaction, row, newMailId(), 'reminder');
  return rows;
}

/** The state that the last e-mail about an appointment reported. */
const lastState = sql<{ startsAt: string; status: string }>`(
  select facts from mails m where m.appointment_id = ${doctorAppointments.id}
  order by m.created_at desc, m.id desc limit 1)`;

/**
 * Queues due e-mails: a reminder by each rule, and a notice of a change after an e-mail was sent. The id consists
 * of the appointment, its state and the rule, so that a repeated or concurrent run adds no duplicate.
 */
export async function queueReminders(
  db: Database,
  timeZone: string,
  now = new Date(),
): Promise<number> {
  const rules = await readReminderRules(db);
  if (!rules.isOn || isQuietHour(rules, now, timeZone)) return 0;
  const id = (...parts: readonly (string | number)[]) =>
    `mail_${createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, 32)}`;
  let queued = 0;
  const changed = await selectLinked(
    db,
    and(
      mayMail,
      sql`exists (select from mails m where m.appointment_id = ${doctorAppointments.id})`,
      sql`(${lastState} ->> 'startsAt', ${lastState} ->> 'status') is distinct from
        (${isoText(doctorAppointments.startsAt)},
         case when ${doctorAppointments.status} = ${CANCELLED} then 'cancelled' else 'kept' end)`,
    ),
  ).limit(MAX_AT_ONCE);
  for (const row of changed) {
    queued += await queueMail(db, row, id(row.id, row.version, 'changed'), 'changed');
  }
  const hours = rules.rules
    .filter(({ channel }) => channel === 'email')
    .map(({ hoursBefore }) => hoursBefore)
    .toSorted((a, b) => a - b);
  // Each rule covers the time up to the next shorter one, so that an appointment booked late gets one reminder.
  for (const [index, before] of hours.entries()) {
    const from = new Date(now.getTime() + (hours[index - 1] ?? 0) * HOUR);
    const to = new Date(now.getTime() + before * HOUR);
    const due = await selectLinked(
      db,
      and(
        mayMail,
        ne(doctorAppointments.status, CANCELLED),
        gt(doctorAppointments.startsAt, from),
        lte(doctorAppointments.startsAt, to),
        // Any e-mail that was queued since the rule became due counts as its reminder.
        sql`not exists (select from mails m where m.appointment_id = ${doctorAppointments.id}
          and m.created_at >= ${doctorAppointments.startsAt} - make_interval(hours => ${before}))`,
      ),
    ).limit(MAX_AT_ONCE);
    for (const row of due) {
      const { startsAt } = mailedState(row);
      queued += await queueMail(db, row, id(row.id, startsAt, before), 'reminder');
    }
  }
  return queued;
}

/** The job that queues due reminders; the mail queue sends them. */
export function remindersJob(db: Database, timeZone: string): Job {
  return {
    name: 'reminders.queue',
    schedule: { everyMinutes: 1 },
    run: async () => ({ queued: await queueReminders(db, timeZone) }),
  };
}
