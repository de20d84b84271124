import type { DoctorAppointment } from '@simiente/contract/appointments/calls';
import { type DayRecipe, LONGEST_APPOINTMENT } from '@simiente/contract/doctors/calls';
import { and, eq, gt, gte, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Reader } from '../../platform/database/database.ts';
import { CANCELLED, doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { patients } from '../../schema/patients.ts';
import { presentAttendance } from './attendance.ts';
import {
  type DoctorAppointmentRow,
  doctorAppointmentColumns,
  presentDoctorAppointment,
} from './present.ts';

export { presentAttendance } from './attendance.ts';
export { makesOwn, ownPatients, requireOwnPatient } from './own-patients.ts';
export { presentDoctorAppointment } from './present.ts';
export { findRecipeAppointments } from './read-recipes.ts';
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

const MINUTE = 60_000;

/** Interval from `from` up to but not including `to`. */
export interface Interval {
  readonly from: Date;
  readonly to: Date;
}

/** The appointments with doctors that touch an interval and are not deleted. */
export function touching({ from, to }: Interval): SQL | undefined {
  return and(
    isNull(doctorAppointments.deletedAt),
    lt(doctorAppointments.startsAt, to),
    gt(doctorAppointments.endsAt, from),
    // Redundant, but lets the index skip all past appointments.
    gte(doctorAppointments.startsAt, new Date(from.getTime() - LONGEST_APPOINTMENT * MINUTE)),
  );
}

/**
 * The patient of each row of another query, under the name of their table, unless they are deleted. The limit makes
 * PostgreSQL look them up one by one: it would rather read all patients, who are more each year.
 */
export const selectPatient = (db: Reader, id: AnyPgColumn | SQL) =>
  db
    .select({
      id: patients.id,
      name: patients.name,
      email: patients.email,
      phone: patients.phone,
    })
    .from(patients)
    .where(and(eq(patients.id, id), isNull(patients.deletedAt)))
    .limit(1)
    .as('patients');

/**
 * The doctors' appointments that touch the interval, in order; cancelled ones too, but not those of deleted
 * patients.
 */
export async function listAppointmentsBetween(
  db: Reader,
  doctorIds: readonly string[],
  interval: Interval,
): Promise<DoctorAppointment[]> {
  const rows = await selectInOrder(
    db,
    and(inArray(doctorAppointments.doctorId, [...doctorIds]), touching(interval)),
  );
  return rows.map(presentDoctorAppointment);
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

const dayRecipeColumns = {
  id: recipeAppointments.id,
  status: recipeAppointments.status,
  attendance: recipeAppointments.attendance,
  version: recipeAppointments.version,
  startsAt: recipeAppointments.startsAt,
  idUser: patients.id,
  name: patients.name,
  email: patients.email,
  phone: patients.phone,
};

/** Prescription appointments of patients that are not deleted, that begin in an interval, in order. */
export async function listRecipesBetween(db: Reader, { from, to }: Interval): Promise<DayRecipe[]> {
  const rows = await db
    .select(dayRecipeColumns)
    .from(recipeAppointments)
    .crossJoinLateral(selectPatient(db, recipeAppointments.patientId))
    .where(
      and(
        isNull(recipeAppointments.deletedAt),
        gte(recipeAppointments.startsAt, from),
        lt(recipeAppointments.startsAt, to),
      ),
    )
    .orderBy(recipeAppointments.startsAt, recipeAppointments.id);
  return rows.flatMap(({ name, email, phone, startsAt, attendance, ...recipe }) =>
    startsAt === null
      ? []
      : [
          {
            ...recipe,
            attendance: presentAttendance({ attendance, startsAt }),
            startsAt: startsAt.toISOString(),
            patient: { name, email, phone },
          },
        ],
  );
}
