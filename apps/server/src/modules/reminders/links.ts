import { createHash } from 'node:crypto';
import type { AwaitedAppointment } from '@simiente/contract/reminders/calls';
import type { OtherTimeRequest } from '@simiente/contract/reminders/request';
import type { ReminderRules } from '@simiente/contract/reminders/rules';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Origin } from '../../platform/act.ts';
import type { Database, Reader, Transaction } from '../../platform/database/database.ts';
import { isoText, nextVersion } from '../../platform/database/records.ts';
import { createDigest } from '../../platform/http/digest.ts';
import { appointmentLinks } from '../../schema/appointment-links.ts';
import { CANCELLED, doctorAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { branches } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { staffName } from '../../schema/staff.ts';
import { doctorAppointmentColumns, shownAttendance } from '../appointments/public.ts';
import { type AuditEntry, writeAudit } from '../audit/public.ts';
import { hasConsent } from '../consents/public.ts';
import { readReminderRules } from '../schedules/public.ts';

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

const INITIAL_STATE = {
  readAt: null,
  request: null,
  requestedAt: null,
  cancelledAt: null,
  whatsappAt: null,
  whatsappBy: null,
};

type LinkState = {
  [Name in keyof typeof INITIAL_STATE]?: (typeof appointmentLinks.$inferInsert)[Name];
};

/**
 * Creates the link of an appointment, if it has none, and updates its state for the current start of the
 * appointment. The state for an earlier start is removed.
 */
export async function writeLink(
  transaction: Transaction,
  tokens: AppointmentTokens,
  { id, startsAt }: { readonly id: string; readonly startsAt: Date | null },
  facts: LinkState = {},
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
    ...(!isSameTime && INITIAL_STATE),
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
export type DatedRow = LinkedRow & { readonly startsAt: Date };

/** The appointment of a link, until it has passed; null for any invalid link. */
export async function findOpen(
  db: Reader,
  token: string,
  { lock = false } = {},
): Promise<DatedRow | null> {
  const query = selectLinked(db, eq(appointmentLinks.tokenHash, hashToken(token)));
  const [row] = await (lock ? query.for('update', { of: doctorAppointments }) : query);
  if (!row || row.startsAt === null) return null;
  const { startsAt } = row;
  return (row.endsAt ?? startsAt).getTime() > Date.now() ? { ...row, startsAt } : null;
}

/** The state of a link for the appointment's current start; null if the link has none yet. */
export function getLinkState({ link, startsAt }: Pick<LinkedRow, 'link' | 'startsAt'>) {
  return link !== null && link.startsAt?.getTime() === startsAt?.getTime() ? link : null;
}

const HOUR = 3_600_000;

/** Whether the patient may still act: the appointment is not cancelled, has not begun and has no recorded visit. */
export const patientMayAct = (row: DatedRow) =>
  row.status !== CANCELLED &&
  row.startsAt.getTime() > Date.now() &&
  shownAttendance(row).every(({ step }) => step === 'confirmed');

export const mayCancel = (row: DatedRow, { cancelUntilHours }: ReminderRules) =>
  patientMayAct(row) && row.startsAt.getTime() - cancelUntilHours * HOUR > Date.now();

interface PatientRequest {
  readonly db: Database;
  readonly origin: Origin;
  readonly tokens: AppointmentTokens;
  readonly token: string;
}

/** Locks the appointment of a link, and runs an action on it. Returns false for an invalid link. */
function actByLink(
  { db, origin, token }: PatientRequest,
  write: (
    transaction: Transaction,
    row: DatedRow,
    audit: (action: AuditEntry['action'], details?: AuditEntry['details']) => Promise<void>,
  ) => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const row = await findOpen(transaction, token, { lock: true });
    if (row === null) return false;
    await write(transaction, row, (action, details) =>
      writeAudit(
        transaction,
        { actor: { kind: 'anonymous' }, origin },
        {
          action,
          subject: { kind: 'doctor_appointment', id: row.id },
          patientId: row.patientId,
          details,
        },
      ),
    );
    return true;
  });
}

const changeAppointment = (
  transaction: Transaction,
  { id }: DatedRow,
  fields: Partial<typeof doctorAppointments.$inferInsert>,
) =>
  transaction
    .update(doctorAppointments)
    .set({ ...fields, ...nextVersion(doctorAppointments) })
    .where(eq(doctorAppointments.id, id));

/** Records that a browser showed the page. Only the first time counts. */
export function recordRead(act: PatientRequest): Promise<boolean> {
  return actByLink(act, async (transaction, row, audit) => {
    if (getLinkState(row)?.readAt) return;
    await writeLink(transaction, act.tokens, row, { readAt: new Date() });
    await audit('appointment.link_read');
  });
}

/** Confirms an appointment, which ends a request for another time. */
export function confirmByLink(act: PatientRequest): Promise<boolean> {
  return actByLink(act, async (transaction, row, audit) => {
    if (!patientMayAct(row) || shownAttendance(row).length > 0) return;
    const step = {
      step: 'confirmed' as const,
      at: new Date().toISOString(),
      staffId: null,
      by: null,
      startsAt: row.startsAt.toISOString(),
    };
    await changeAppointment(transaction, row, { attendance: [step] });
    await writeLink(transaction, act.tokens, row, { request: null, requestedAt: null });
    await audit('appointment.link_confirmed', { version: row.version + 1 });
  });
}

/** Requests another time, which withdraws a confirmation. The appointment stays until staff answer. */
export function requestOtherTime(act: PatientRequest, request: OtherTimeRequest): Promise<boolean> {
  return actByLink(act, async (transaction, row, audit) => {
    if (!patientMayAct(row)) return;
    const withdraws = shownAttendance(row).length > 0;
    if (withdraws) await changeAppointment(transaction, row, { attendance: [] });
    await writeLink(transaction, act.tokens, row, { request, requestedAt: new Date() });
    const changes = { attendance: { from: 'confirmed', to: null } };
    await audit(
      'appointment.link_asked',
      withdraws ? { changes, version: row.version + 1 } : undefined,
    );
  });
}

/** Cancels an appointment, until the deadline that the clinic sets. */
export function cancelByLink(act: PatientRequest): Promise<boolean> {
  return actByLink(act, async (transaction, row, audit) => {
    if (!mayCancel(row, await readReminderRules(transaction))) return;
    await changeAppointment(transaction, row, {
      status: CANCELLED,
      cancellationReason: 'El paciente la canceló desde su enlace.',
    });
    const facts = { cancelledAt: new Date(), request: null, requestedAt: null };
    await writeLink(transaction, act.tokens, row, facts);
    await audit('appointment.link_cancelled', {
      changes: { status: { from: row.status, to: CANCELLED } },
      version: row.version + 1,
    });
  });
}
