import type { DoctorAppointment } from '@simiente/contract/appointments/calls';
import { and, eq, gte, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Reader } from '../../platform/database/database.ts';
import { CANCELLED, doctorAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { patients } from '../../schema/patients.ts';
import { selectPatient } from './agenda-rows.ts';
import {
  type DoctorAppointmentRow,
  doctorAppointmentColumns,
  presentDoctorAppointment,
} from './present.ts';

export { hasAppointment, listAgendaRows } from './agenda-rows.ts';
export { presentAttendance, shownAttendance } from './attendance.ts';
export { ownPatients, requireOwnPatient } from './own-patients.ts';
export { doctorAppointmentColumns, presentDoctorAppointment } from './present.ts';
export { findRecipeAppointments } from './read-prescription-appointments.ts';
export { refuseSameTime } from './same-time.ts';

/** A patient's appointments with doctors, the latest first, those without a date last. */
export function findDoctorAppointments(
  db: Reader,
  patientId: string,
): Promise<DoctorAppointmentRow[]> {
  return db
    .select(doctorAppointmentColumns)
    .from(doctorAppointments)
    .innerJoin(doctors, eq(doctors.id, doctorAppointments.doctorId))
    .innerJoin(patients, eq(patients.id, doctorAppointments.patientId))
    .where(and(eq(doctorAppointments.patientId, patientId), isNull(doctorAppointments.deletedAt)))
    .orderBy(sql`${doctorAppointments.startsAt} desc nulls last`, doctorAppointments.id);
}

/** A doctor's next appointments that are not cancelled, in order; none of a deleted patient. */
export async function listUpcoming(
  db: Reader,
  doctorId: string,
  limit: number,
): Promise<DoctorAppointment[]> {
  const rows = await selectInOrder(
    db,
    and(
      eq(doctorAppointments.doctorId, doctorId),
      isNull(doctorAppointments.deletedAt),
      ne(doctorAppointments.status, CANCELLED),
      gte(doctorAppointments.startsAt, sql`now()`),
    ),
  ).limit(limit);
  return rows.map(presentDoctorAppointment);
}

const selectInOrder = (db: Reader, where: SQL | undefined) =>
  db
    .select(doctorAppointmentColumns)
    .from(doctorAppointments)
    .innerJoin(doctors, eq(doctors.id, doctorAppointments.doctorId))
    .crossJoinLateral(selectPatient(db, doctorAppointments.patientId))
    .where(where)
    .orderBy(doctorAppointments.startsAt, doctorAppointments.id);

/**
 * A row of another query is of a patient who is not deleted. Few patients are: looking for theirs costs less than
 * reading the patient of each row.
 */
export const hasActivePatient = (patientId: AnyPgColumn | SQL) =>
  sql`${patientId} is not null and not exists (select from ${patients as PgTable}
    where ${patients.id} = ${patientId} and ${patients.deletedAt} is not null)`;
