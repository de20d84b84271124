import type { AppointmentCardData } from '@simiente/contract/appointments/calls';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { CANCELLED, doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { patients } from '../../schema/patients.ts';
import { findCollision } from './doctor-time.ts';
import {
  type DoctorAppointmentRow,
  doctorAppointmentColumns,
  presentDoctorAppointment,
} from './present.ts';
import { readPrescriptionAppointment } from './read-prescription-appointments.ts';
import { bookingHosts, findSameTime, toPrescriptionEnd } from './same-time.ts';

const patientColumns = {
  idUser: patients.id,
  name: patients.name,
  email: patients.email,
  phone: patients.phone,
  status: patients.status,
};

/**
 * An appointment of either kind with its patient.
 * @throws Problem NOT_FOUND, also without a patient or with a deleted one
 */
export async function readAppointmentCard(db: Reader, id: string): Promise<AppointmentCardData> {
  return (await readDoctorCard(db, id)) ?? (await readPrescriptionCard(db, id));
}

async function readDoctorCard(db: Reader, id: string): Promise<AppointmentCardData | undefined> {
  const [patient] = await db
    .select(patientColumns)
    .from(doctorAppointments)
    .innerJoin(patients, eq(patients.id, doctorAppointments.patientId))
    .where(eq(doctorAppointments.id, id));
  if (patient === undefined) return undefined;
  const row = await readAppointment(db, id);
  return {
    kind: 'doctor_appointment',
    appointment: presentDoctorAppointment(row),
    patient,
    cancellationReason: shownReason(row),
    ...(await findConflicts(db, { id, patientId: patient.idUser, doctorIds: [row.doctorId] }, row)),
  };
}

async function readPrescriptionCard(db: Reader, id: string): Promise<AppointmentCardData> {
  const [row] = await db
    .select({
      patient: patientColumns,
      status: recipeAppointments.status,
      startsAt: recipeAppointments.startsAt,
      endsAt: recipeAppointments.endsAt,
      hostIds: sql<string[]>`array${bookingHosts}`,
      cancellationReason: recipeAppointments.cancellationReason,
      calendlyInviteeUri: recipeAppointments.calendlyInviteeUri,
    })
    .from(recipeAppointments)
    .innerJoin(
      patients,
      and(eq(patients.id, recipeAppointments.patientId), isNull(patients.deletedAt)),
    )
    .where(eq(recipeAppointments.id, id));
  if (row === undefined) throw new Problem('NOT_FOUND');
  const { patient, status, startsAt, hostIds } = row;
  const endsAt = row.endsAt ?? (startsAt && toPrescriptionEnd(startsAt));
  const booking = { id, patientId: patient.idUser, doctorIds: hostIds };
  return {
    kind: 'recipe_appointment',
    appointment: await readPrescriptionAppointment(db, id),
    patient,
    fromCalendly: row.calendlyInviteeUri !== null,
    cancellationReason: shownReason(row),
    ...(await findConflicts(db, booking, { status, startsAt, endsAt })),
  };
}

/** Other appointments at the same time, of the patient and of the doctors; none of a cancelled appointment. */
async function findConflicts(
  db: Reader,
  { id, patientId, doctorIds }: { id: string; patientId: string; doctorIds: readonly string[] },
  time: { status: string; startsAt: Date | null; endsAt: Date | null },
) {
  if (time.status === CANCELLED) return { sameTime: null, collision: null };
  return {
    sameTime: await findSameTime(db, { patientId, exceptId: id }, time.startsAt, time.endsAt),
    collision: await findCollision(db, doctorIds, time, id),
  };
}

/** An import or Calendly may have reactivated a cancelled appointment, whose reason is then hidden. */
function shownReason(row: { status: string; cancellationReason: string | null }): string | null {
  return row.status === CANCELLED ? row.cancellationReason : null;
}

/**
 * An appointment with its doctor and patient; `lock` locks its row.
 * @throws Problem NOT_FOUND, also when its patient is deleted
 */
export async function readAppointment(
  db: Reader,
  id: string,
  { lock = false } = {},
): Promise<DoctorAppointmentRow> {
  const query = db
    .select(doctorAppointmentColumns)
    .from(doctorAppointments)
    .innerJoin(doctors, eq(doctors.id, doctorAppointments.doctorId))
    .innerJoin(
      patients,
      and(eq(patients.id, doctorAppointments.patientId), isNull(patients.deletedAt)),
    )
    .where(and(eq(doctorAppointments.id, id), isNull(doctorAppointments.deletedAt)));
  const [row] = await (lock ? query.for('update', { of: doctorAppointments }) : query);
  if (!row) throw new Problem('NOT_FOUND');
  return row;
}
