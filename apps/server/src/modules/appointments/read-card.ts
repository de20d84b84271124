import type { AppointmentCardData } from '@simiente/contract/appointments/calls';
import { findWorkingStretch, listWorkingTime } from '@simiente/contract/doctors/working-time';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { CANCELLED, doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { patients } from '../../schema/patients.ts';
import { findCollision, hoursColumns, presentHours } from './doctor-time.ts';
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
export async function readAppointmentCard(
  db: Reader,
  id: string,
  clinicTimeZone: string,
): Promise<AppointmentCardData> {
  const found = (await readDoctorCard(db, id)) ?? (await readPrescriptionCard(db, id));
  return { ...found.card, ...(await findConflicts(db, found, clinicTimeZone)) };
}

async function readDoctorCard(db: Reader, id: string) {
  const [row] = await selectAppointments(db).where(isShown(id));
  if (row === undefined) return undefined;
  const card = {
    kind: 'doctor_appointment' as const,
    appointment: presentDoctorAppointment(row),
    patient: {
      idUser: row.patientId,
      name: row.patientName,
      email: row.patientEmail,
      phone: row.patientPhone,
      status: row.patientStatus,
    },
    cancellationReason: shownReason(row),
  };
  return { card, doctorIds: [row.doctorId], startsAt: row.startsAt, endsAt: row.endsAt };
}

async function readPrescriptionCard(db: Reader, id: string) {
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
  const { patient, startsAt, hostIds: doctorIds } = row;
  const card = {
    kind: 'recipe_appointment' as const,
    appointment: await readPrescriptionAppointment(db, id),
    patient,
    fromCalendly: row.calendlyInviteeUri !== null,
    cancellationReason: shownReason(row),
  };
  return {
    card,
    doctorIds,
    startsAt,
    endsAt: row.endsAt ?? (startsAt && toPrescriptionEnd(startsAt)),
  };
}

interface FoundCard {
  readonly card: Pick<AppointmentCardData, 'appointment' | 'patient'>;
  readonly doctorIds: readonly string[];
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

/** Other appointments at the same time, of the patient and of the doctors; none of a cancelled appointment. */
async function findConflicts(
  db: Reader,
  { card: { appointment, patient }, doctorIds, ...time }: FoundCard,
  clinicTimeZone: string,
) {
  if (appointment.status === CANCELLED) return { sameTime: null, collision: null };
  const { id } = appointment;
  const booker = { patientId: patient.idUser, exceptId: id };
  return {
    sameTime: await findSameTime(db, booker, time.startsAt, time.endsAt),
    collision: await findCollision(db, doctorIds, time, id),
    closedBy: await findClosure(db, doctorIds, time, clinicTimeZone),
  };
}

/** Why the first of the doctors does not work at a future time; undefined if the doctor does. */
async function findClosure(
  db: Reader,
  [doctorId]: readonly string[],
  { startsAt, endsAt }: { startsAt: Date | null; endsAt: Date | null },
  clinicTimeZone: string,
): Promise<string | undefined> {
  if (!doctorId || !startsAt || !endsAt || startsAt.getTime() < Date.now()) return undefined;
  const [row] = await db.select(hoursColumns).from(doctors).where(eq(doctors.id, doctorId));
  if (row === undefined) return undefined;
  const { schedule } = presentHours(row);
  const time = { startsAt, endsAt };
  if (findWorkingStretch(time, schedule, clinicTimeZone)) return undefined;
  const block = listWorkingTime(schedule, time, clinicTimeZone).find(
    (stretch) =>
      stretch.blockedBy !== null && stretch.startsAt < endsAt && stretch.endsAt > startsAt,
  );
  return block?.blockedBy ?? '';
}

function shownReason(row: { status: string; cancellationReason: string | null }): string | null {
  return row.status === CANCELLED ? row.cancellationReason : null;
}

/** Appointments with their doctor and patient. */
export const selectAppointments = (db: Reader) =>
  db
    .select(doctorAppointmentColumns)
    .from(doctorAppointments)
    .innerJoin(doctors, eq(doctors.id, doctorAppointments.doctorId))
    .innerJoin(patients, eq(patients.id, doctorAppointments.patientId));

const isShown = (id: string) =>
  and(
    eq(doctorAppointments.id, id),
    isNull(doctorAppointments.deletedAt),
    isNull(patients.deletedAt),
  );

/**
 * An appointment with its doctor and patient; `lock` locks its row.
 * @throws Problem NOT_FOUND, also when its patient is deleted
 */
export async function readAppointment(
  db: Reader,
  id: string,
  { lock = false } = {},
): Promise<DoctorAppointmentRow> {
  const query = selectAppointments(db).where(isShown(id));
  const [row] = await (lock ? query.for('update', { of: doctorAppointments }) : query);
  if (!row) throw new Problem('NOT_FOUND');
  return row;
}
