import type { AppointmentCardData } from '@simiente/contract/appointments/calls';
import { findWorkingSpan, listWorkingTime } from '@simiente/contract/doctors/working-time';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { pick } from '../../platform/database/records.ts';
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

/**
 * An appointment of either kind with its patient.
 * @throws Problem NOT_FOUND, also without a patient or with a deleted one
 */
export async function readAppointmentCard(
  db: Reader,
  id: string,
  clinicTimeZone: string,
): Promise<AppointmentCardData> {
  const appointment = (await readDoctorCard(db, id)) ?? (await readPrescriptionCard(db, id));
  return { ...appointment.card, ...(await findConflicts(db, appointment, clinicTimeZone)) };
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
      patient: { idUser: patients.id, ...pick(patients, ['name', 'email', 'phone', 'status']) },
      ...pick(recipeAppointments, ['status', 'startsAt', 'endsAt', 'cancellationReason']),
      calendlyInviteeUri: recipeAppointments.calendlyInviteeUri,
      hostIds: sql<string[]>`array${bookingHosts}`,
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

interface CardWithTime {
  readonly card: Pick<AppointmentCardData, 'appointment' | 'patient'>;
  readonly doctorIds: readonly string[];
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

/**
 * Conflicts of an appointment at its time: the patient's other appointment (`sameTime`), one of the doctors
 * (`collision`), and why the doctor does not work (`closedBy`). A cancelled appointment has none.
 */
async function findConflicts(
  db: Reader,
  { card: { appointment, patient }, doctorIds, ...time }: CardWithTime,
  clinicTimeZone: string,
) {
  if (appointment.status === CANCELLED) return { sameTime: null, collision: null };
  const { id } = appointment;
  const searched = { patientId: patient.idUser, exceptId: id };
  return {
    sameTime: await findSameTime(db, searched, time.startsAt, time.endsAt),
    collision: await findCollision(db, doctorIds, time, id),
    closedBy: await findClosure(db, doctorIds, time, clinicTimeZone),
  };
}

/**
 * The absence or holiday of the first doctor at a future time; empty for other times outside the working hours.
 * Undefined if the doctor works, and for past times.
 */
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
  if (findWorkingSpan(time, schedule, clinicTimeZone)) return undefined;
  const block = listWorkingTime(schedule, time, clinicTimeZone).find(
    (span) => span.blockedBy !== null && span.startsAt < endsAt && span.endsAt > startsAt,
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
