import { createHash } from 'node:crypto';
import type { AwaitedAppointment } from '@simiente/contract/reminders/calls';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { isoText } from '../../platform/database/records.ts';
import { createDigest } from '../../platform/http/digest.ts';
import { appointmentLinks } from '../../schema/appointment-links.ts';
import { doctorAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { branches } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { staffName } from '../../schema/staff.ts';
import { doctorAppointmentColumns } from '../appointments/public.ts';
import { hasConsent } from '../consents/public.ts';

export const APPOINTMENT_PATH = '/cita/:token';

export const appointmentPath = (token: string) =>
  APPOINTMENT_PATH.replace(':token', encodeURIComponent(token));

export function createAppointmentTokens(secret: string) {
  const digest = createDigest(secret);
  return {
    /**
     * The token of an appointment's link: 132 bits. It is derived from the id, so that every message has the same
     * token, and that the database and its backups do not contain it.
     */
    derive: (id: string) => digest(`appointment-link:${id}`),
  };
}
export type AppointmentTokens = ReturnType<typeof createAppointmentTokens>;

const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');

const NO_FACTS = {
  readAt: null,
  request: null,
  requestedAt: null,
  cancelledAt: null,
  whatsappAt: null,
  whatsappBy: null,
};

type LinkFacts = { [Name in keyof typeof NO_FACTS]?: (typeof appointmentLinks.$inferInsert)[Name] };

/**
 * Creates the link of an appointment, if it has none, and writes facts about its current start. Facts about an earlier
 * start are removed.
 */
export async function writeLink(
  transaction: Transaction,
  tokens: AppointmentTokens,
  { id, startsAt }: { readonly id: string; readonly startsAt: Date | null },
  facts: LinkFacts = {},
): Promise<void> {
  const [existing] = await transaction
    .select({ startsAt: appointmentLinks.startsAt })
    .from(appointmentLinks)
    .where(eq(appointmentLinks.id, id))
    .for('update');
  const isSameTime = existing?.startsAt?.getTime() === startsAt?.getTime();
  const set = {
    tokenHash: hashToken(tokens.derive(id)),
    startsAt,
    ...(!isSameTime && NO_FACTS),
    ...facts,
  };
  await transaction
    .insert(appointmentLinks)
    .values({ id, ...set })
    .onConflictDoUpdate({ target: appointmentLinks.id, set });
}

const linkedColumns = {
  ...doctorAppointmentColumns,
  link: appointmentLinks,
  whatsappBy: staffName(appointmentLinks.whatsappBy, appointmentLinks.whatsappAt),
  /** The last e-mail to the patient, if it was about the current start. */
  mail: sql<AwaitedAppointment['mail']>`(
    select case when m.facts ->> 'startsAt' = ${isoText(doctorAppointments.startsAt)} then jsonb_build_object(
      'sentAt', ${isoText('m.sent_at')}, 'failedAt', ${isoText('m.failed_at')}, 'fault', m.fault) end
    from mails m where m.appointment_id = ${doctorAppointments.id}
    order by m.created_at desc, m.id desc limit 1)`,
  agreed: {
    email: hasConsent(patients.id, 'reminders_email'),
    whatsapp: hasConsent(patients.id, 'reminders_whatsapp'),
  },
  branchAddress: branches.address,
  branchPhone: branches.phone,
};

/** Appointments of patients who are not deleted, each with its link, which may be missing. */
export const selectLinked = (db: Reader, where: SQL | undefined) =>
  db
    .select(linkedColumns)
    .from(doctorAppointments)
    .innerJoin(doctors, eq(doctors.id, doctorAppointments.doctorId))
    .innerJoin(
      patients,
      and(eq(patients.id, doctorAppointments.patientId), isNull(patients.deletedAt)),
    )
    .leftJoin(branches, eq(branches.id, doctorAppointments.branchId))
    .leftJoin(appointmentLinks, eq(appointmentLinks.id, doctorAppointments.id))
    .where(and(isNull(doctorAppointments.deletedAt), where));

export type LinkedRow = Awaited<ReturnType<typeof selectLinked>>[number];
/** An appointment with a start. */
export type OpenRow = LinkedRow & { readonly startsAt: Date };

/** The appointment of a link, until it has passed; null for any invalid link. */
export async function findOpen(
  db: Reader,
  token: string,
  { lock = false } = {},
): Promise<OpenRow | null> {
  const query = selectLinked(db, eq(appointmentLinks.tokenHash, hashToken(token)));
  const [row] = await (lock ? query.for('update', { of: doctorAppointments }) : query);
  if (!row || row.startsAt === null) return null;
  const { startsAt } = row;
  return (row.endsAt ?? startsAt).getTime() > Date.now() ? { ...row, startsAt } : null;
}

/** The facts of a link about the current start; null before the first one. */
export function linkFacts({ link, startsAt }: Pick<LinkedRow, 'link' | 'startsAt'>) {
  return link !== null && link.startsAt?.getTime() === startsAt?.getTime() ? link : null;
}
