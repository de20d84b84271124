import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { ChangeAct } from '../../platform/act.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { differing } from '../../platform/database/records.ts';
import { CANCELLED, recipeAppointments } from '../../schema/appointments.ts';
import { clinicSettings } from '../../schema/clinic-settings.ts';
import { doctors } from '../../schema/doctors.ts';
import { replacedFiles } from '../../schema/operation/replaced-files.ts';
import { toAuditChanges, writeAudit } from '../audit/public.ts';
import { lockPatientByEmail } from '../patients/public.ts';
import { type Booking, webUrl } from './booking.ts';

type Row = typeof recipeAppointments.$inferSelect;

const PENDING = 'pending';

/**
 * Applies a booking to its appointment.
 * @returns which one, and whether it changed. Appointments of two different patients are not merged: staff decide.
 */
export async function applyBooking(
  transaction: Transaction,
  act: ChangeAct,
  booking: Booking,
  webhookId: number,
): Promise<{ readonly appointmentId: string; readonly changed: boolean } | 'two-patients'> {
  const [kept, ...others] = await transaction
    .select()
    .from(recipeAppointments)
    .where(inArray(recipeAppointments.calendlyInviteeUri, [...booking.uris]))
    .orderBy(recipeAppointments.insertedAt, recipeAppointments.id)
    .for('update');
  if (!kept) return createAppointment(transaction, act, booking, webhookId);
  const owners = [kept, ...others].flatMap(({ patientId }) => patientId ?? []);
  if (new Set(owners).size > 1) return 'two-patients';
  const whole = await takeOver(transaction, act, kept, others, webhookId);
  return moveAppointment(transaction, act, { before: kept, whole }, booking, webhookId);
}

async function createAppointment(
  transaction: Transaction,
  act: ChangeAct,
  booking: Booking,
  webhookId: number,
) {
  const id = randomUUID();
  const patientId = await lockPatientByEmail(transaction, booking.email);
  await transaction.insert(recipeAppointments).values({
    id,
    patientId,
    ...(await toColumns(transaction, booking)),
    status: booking.cancelled ? CANCELLED : PENDING,
    createdAt: booking.bookedAt,
  });
  await writeAudit(transaction, act, {
    action: 'appointment.created',
    subject: { kind: 'recipe_appointment', id },
    ...(patientId === null ? {} : { patientId }),
    details: { delivery: webhookId },
  });
  return { appointmentId: id, changed: true };
}

/**
 * Merges two appointments, which events out of order may have created before the link between their bookings was
 * known. The first is kept with all details and prescriptions; the others are deleted, and cannot be restored.
 */
async function takeOver(
  transaction: Transaction,
  act: ChangeAct,
  kept: Row,
  others: readonly Row[],
  webhookId: number,
): Promise<Row> {
  let whole = kept;
  for (const other of others) {
    await takePrescriptions(transaction, whole, other);
    whole = {
      ...whole,
      patientId: whole.patientId ?? other.patientId,
      prescriptionFileId: whole.prescriptionFileId ?? other.prescriptionFileId,
      attendance: whole.attendance.length > 0 ? whole.attendance : other.attendance,
      prescriptionExplanation: joinTexts(whole, other),
    };
    await transaction
      .update(recipeAppointments)
      .set({
        calendlyInviteeUri: null,
        prescriptionFileId: null,
        deletedAt: sql`now()`,
        deletionId: randomUUID(),
        ...edited,
      })
      .where(eq(recipeAppointments.id, other.id));
    await writeAudit(transaction, act, {
      action: 'record.deleted',
      subject: { kind: 'recipe_appointment', id: other.id },
      ...(other.patientId === null ? {} : { patientId: other.patientId }),
      details: { delivery: webhookId, takenOverBy: kept.id },
    });
  }
  return whole;
}

/**
 * The other's earlier prescriptions become earlier ones of this appointment. So does its current one, unless this
 * appointment has none.
 */
async function takePrescriptions(transaction: Transaction, whole: Row, other: Row): Promise<void> {
  await transaction
    .update(replacedFiles)
    .set({ recipeAppointmentId: whole.id })
    .where(eq(replacedFiles.recipeAppointmentId, other.id));
  if (whole.prescriptionFileId === null || other.prescriptionFileId === null) return;
  await transaction
    .insert(replacedFiles)
    .values({ fileId: other.prescriptionFileId, recipeAppointmentId: whole.id });
}

function joinTexts(...rows: readonly Row[]): string | null {
  const texts = new Set(rows.flatMap(({ prescriptionExplanation: text }) => text ?? []));
  return texts.size === 0 ? null : [...texts].join('\n\n');
}

const edited = { version: sql`${recipeAppointments.version} + 1`, updatedAt: sql`now()` };

async function moveAppointment(
  transaction: Transaction,
  act: ChangeAct,
  { before, whole }: { before: Row; whole: Row },
  booking: Booking,
  webhookId: number,
) {
  const moves = before.calendlyInviteeUri !== booking.uri;
  // The first half of a move cancelled the appointment, and the second half reactivates it.
  const isRevived = moves && before.status === CANCELLED;
  const status = booking.cancelled ? CANCELLED : isRevived ? PENDING : before.status;
  const after = {
    ...whole,
    // A moved booking is a new visit, without the recorded attendance.
    ...(moves ? { ...(await toColumns(transaction, booking)), attendance: [] } : {}),
    status,
    cancellationReason: status === CANCELLED ? whole.cancellationReason : null,
    createdAt: earliest(before.createdAt, booking.bookedAt),
    patientId:
      whole.patientId ?? (moves ? await lockPatientByEmail(transaction, booking.email) : null),
  };
  const { createdAt, ...changed } = differing(before, after);
  // Only files may have moved, which the row does not show.
  if (whole === before && createdAt === undefined && Object.keys(changed).length === 0) {
    return { appointmentId: before.id, changed: false };
  }
  const { id, version, updatedAt, insertedAt, ...columns } = after;
  await transaction
    .update(recipeAppointments)
    .set({ ...columns, ...edited })
    .where(eq(recipeAppointments.id, id));
  await writeAudit(transaction, act, {
    action: 'appointment.updated',
    subject: { kind: 'recipe_appointment', id },
    ...(after.patientId === null ? {} : { patientId: after.patientId }),
    details: {
      delivery: webhookId,
      changes: toAuditChanges(act, id, before, changed, [
        ...['status', 'startsAt', 'endsAt', 'patientId', 'doctorId', 'isVisit'],
      ]),
      version: version + 1,
    },
  });
  return { appointmentId: id, changed: true };
}

/** The columns that a booking determines, for any patient. */
async function toColumns(transaction: Transaction, booking: Booking) {
  const { uri, type, startsAt, endsAt, joinUrl, place, hostEmails, name, email } = booking;
  return {
    calendlyInviteeUri: uri,
    type: type === '' ? null : type,
    startsAt,
    endsAt,
    meetingUrl: webUrl(joinUrl),
    meetingPlace: place,
    hostEmails: [...hostEmails],
    doctorId: await findHost(transaction, hostEmails),
    isVisit: await isVisitType(transaction, type),
    inviteeName: name,
    inviteeEmail: email,
  };
}

/** The first host who is a doctor. */
async function findHost(transaction: Transaction, emails: readonly string[]) {
  if (emails.length === 0) return null;
  const found = await transaction
    .select({ id: doctors.id, email: sql<string>`lower(${doctors.email})` })
    .from(doctors)
    .where(and(isNull(doctors.deletedAt), inArray(sql`lower(${doctors.email})`, [...emails])));
  const inOrder = emails.flatMap((email) => found.find((one) => one.email === email) ?? []);
  return inOrder[0]?.id ?? null;
}

async function isVisitType(transaction: Transaction, type: string): Promise<boolean> {
  const [settings] = await transaction
    .select({ visitTypes: clinicSettings.visitTypes })
    .from(clinicSettings);
  return settings?.visitTypes.includes(type) ?? false;
}

function earliest(one: Date | null, other: Date): Date {
  return one !== null && one < other ? one : other;
}
