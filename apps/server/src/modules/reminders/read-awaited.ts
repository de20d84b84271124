import { addDays, dayIn, startOfDay } from '@simiente/contract/common/days';
import type { AwaitedAppointment } from '@simiente/contract/reminders/calls';
import {
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { appointmentLinks } from '../../schema/appointment-links.ts';
import { CANCELLED, doctorAppointments } from '../../schema/appointments.ts';
import { mails } from '../../schema/operation/mail.ts';
import { staffName } from '../../schema/staff.ts';
import { presentDoctorAppointment, shownAttendance } from '../appointments/public.ts';
import { hasConsent } from '../consents/public.ts';
import { type LinkedRow, linkFacts, selectLinked } from './links.ts';
import { mailedState } from './queue-reminders.ts';

/** Appointments that are not cancelled, and those that a patient cancelled and no account settled. */
const isListed = or(
  ne(doctorAppointments.status, CANCELLED),
  isNotNull(appointmentLinks.cancelledAt),
);

/** Appointments to confirm, from tomorrow on the clinic's calendar, in order. */
const selectAwaited = (db: Reader, timeZone: string, days: number) => {
  const tomorrow = addDays(dayIn(timeZone, new Date()), 1);
  const [from, to] = [tomorrow, addDays(tomorrow, days)].map((day) => startOfDay(day, timeZone));
  return selectLinked(
    db,
    and(
      gte(doctorAppointments.startsAt, from ?? new Date()),
      lt(doctorAppointments.startsAt, to ?? new Date()),
      isListed,
    ),
  ).orderBy(asc(doctorAppointments.startsAt), asc(doctorAppointments.id));
};

export async function listAwaited(
  db: Reader,
  timeZone: string,
  days: number,
): Promise<AwaitedAppointment[]> {
  return present(db, await selectAwaited(db, timeZone, days));
}

/** @throws Problem NOT_FOUND */
export async function readAwaited(db: Reader, id: string): Promise<AwaitedAppointment> {
  const [awaited] = await present(db, await selectLinked(db, eq(doctorAppointments.id, id)));
  if (!awaited) throw new Problem('NOT_FOUND');
  return awaited;
}

/** @throws Problem NOT_FOUND */
export async function lockLinked(db: Reader, where: SQL): Promise<LinkedRow> {
  const [row] = await selectLinked(db, where).for('update', { of: doctorAppointments });
  if (!row) throw new Problem('NOT_FOUND');
  return row;
}

/** Appointments of the next three days that wait for a confirmation, and the patients' answers through their links. */
export async function countAwaited(db: Reader, timeZone: string) {
  const rows = await selectAwaited(db, timeZone, 3);
  const kept = rows.filter(({ status }) => status !== CANCELLED);
  const [requested] = await db
    .select({
      requests: sql<number>`count(*) filter (where ${doctorAppointments.status} <> ${CANCELLED} and ${appointmentLinks.requestedAt} is not null)::int`,
      cancelled: sql<number>`count(*) filter (where ${doctorAppointments.status} = ${CANCELLED} and ${appointmentLinks.cancelledAt} is not null)::int`,
    })
    .from(appointmentLinks)
    .innerJoin(doctorAppointments, eq(doctorAppointments.id, appointmentLinks.id))
    .where(
      and(
        or(isNotNull(appointmentLinks.requestedAt), isNotNull(appointmentLinks.cancelledAt)),
        eq(appointmentLinks.startsAt, doctorAppointments.startsAt),
        gte(doctorAppointments.startsAt, sql`now()`),
      ),
    );
  return {
    toConfirm: kept.filter((row) => shownAttendance(row).length === 0).length,
    requests: requested?.requests ?? 0,
    cancelled: requested?.cancelled ?? 0,
  };
}

async function present(db: Reader, rows: readonly LinkedRow[]): Promise<AwaitedAppointment[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const sent = await db
    .selectDistinctOn([mails.appointmentId], {
      id: mails.appointmentId,
      facts: mails.facts,
      sentAt: mails.sentAt,
      failedAt: mails.failedAt,
      fault: mails.fault,
    })
    .from(mails)
    .where(inArray(mails.appointmentId, ids))
    .orderBy(mails.appointmentId, desc(mails.createdAt));
  const consents = await db
    .select({
      id: doctorAppointments.id,
      email: hasConsent(doctorAppointments.patientId, 'reminders_email'),
      whatsapp: hasConsent(doctorAppointments.patientId, 'reminders_whatsapp'),
      whatsappBy: staffName(appointmentLinks.whatsappBy, appointmentLinks.whatsappAt),
    })
    .from(doctorAppointments)
    .leftJoin(appointmentLinks, eq(appointmentLinks.id, doctorAppointments.id))
    .where(inArray(doctorAppointments.id, ids));
  return rows.map((row) => {
    const facts = linkFacts(row);
    const mail = sent.find(
      (one) => one.id === row.id && one.facts.startsAt === mailedState(row).startsAt,
    );
    const agreed = consents.find(({ id }) => id === row.id);
    return {
      appointment: presentDoctorAppointment(row),
      mail: mail
        ? {
            sentAt: mail.sentAt?.toISOString() ?? null,
            failedAt: mail.failedAt?.toISOString() ?? null,
            fault: mail.fault,
          }
        : null,
      readAt: facts?.readAt?.toISOString() ?? null,
      request:
        facts?.request && facts.requestedAt
          ? { ...facts.request, at: facts.requestedAt.toISOString() }
          : null,
      cancelledAt: facts?.cancelledAt?.toISOString() ?? null,
      whatsapp: facts?.whatsappAt
        ? { at: facts.whatsappAt.toISOString(), by: agreed?.whatsappBy ?? null }
        : null,
      agreed: { email: agreed?.email ?? false, whatsapp: agreed?.whatsapp ?? false },
    };
  });
}
