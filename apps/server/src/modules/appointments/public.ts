import type { DoctorAppointment } from '@simiente/contract/appointments/calls';
import { type DayRecipe, LONGEST_APPOINTMENT } from '@simiente/contract/doctors/calls';
import { and, gt, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Reader } from '../../platform/database/database.ts';
import { queryRows } from '../../platform/database/pages/pages.ts';
import { nestedRows, selectList } from '../../platform/database/rows.ts';
import { doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { patients } from '../../schema/patients.ts';
import {
  type DoctorAppointmentRow,
  doctorAppointmentColumns,
  presentDoctorAppointment,
} from './present.ts';

export { makesOwn, ownPatients, requireOwnPatient } from './own-patients.ts';
export { presentDoctorAppointment } from './present.ts';
export { presentRecipe, recipesOf } from './read-recipes.ts';
export { refuseSameTime } from './same-time.ts';

/**
 * Within a query for a patient: their appointments with doctors, the latest first, those without a date
 * last.
 */
export const doctorAppointmentsOf = (patientId: AnyPgColumn): SQL<DoctorAppointmentRow[]> =>
  nestedRows(
    doctorAppointmentColumns,
    sql`from ${doctorAppointments}
      join ${doctors} on ${doctors.id} = ${doctorAppointments.doctorId}
      where ${doctorAppointments.patientId} = ${patientId} and ${doctorAppointments.deletedAt} is null
      order by ${doctorAppointments.startsAt} desc nulls last, ${doctorAppointments.id}`,
  );

const MINUTE = 60_000;

/** From `from` to before `to`. */
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
 * Within a query: the patient of each row, under the name of their table, unless they are deleted. They are
 * looked up one by one: the planner would rather read all patients, who are more each year.
 */
export const patientOf = (id: AnyPgColumn | SQL): SQL =>
  sql`lateral (select id, name, email, phone from ${patients as PgTable}
    where ${patients.id} = ${id} and ${patients.deletedAt} is null offset 0) as ${patients as PgTable}`;

/**
 * The doctors' appointments that touch the interval, in order; cancelled ones too, but none of a deleted
 * patient.
 */
export async function listAppointmentsBetween(
  db: Reader,
  doctorIds: readonly string[],
  interval: Interval,
): Promise<DoctorAppointment[]> {
  const query = sql`select ${selectList(doctorAppointmentColumns)} from ${doctorAppointments}
    join ${doctors} on ${doctors.id} = ${doctorAppointments.doctorId}
    cross join ${patientOf(doctorAppointments.patientId)}
    where ${doctorAppointments.doctorId} = any(${sql.param(doctorIds)}::text[]) and ${touching(interval)}
    order by ${doctorAppointments.startsAt}, ${doctorAppointments.id}`;
  const rows = await queryRows(db, doctorAppointmentColumns, query, { prepared: true });
  return rows.map(presentDoctorAppointment);
}

const dayRecipeColumns = {
  id: recipeAppointments.id,
  status: recipeAppointments.status,
  startsAt: recipeAppointments.startsAt,
  idUser: patients.id,
  name: patients.name,
  email: patients.email,
  phone: patients.phone,
};

/** Prescription appointments of patients that are not deleted, that begin in an interval, in order. */
export async function listRecipesBetween(db: Reader, { from, to }: Interval): Promise<DayRecipe[]> {
  const query = sql`select ${selectList(dayRecipeColumns)} from ${recipeAppointments}
    cross join ${patientOf(recipeAppointments.patientId)}
    where ${and(
      isNull(recipeAppointments.deletedAt),
      gte(recipeAppointments.startsAt, from),
      lt(recipeAppointments.startsAt, to),
    )} order by ${recipeAppointments.startsAt}, ${recipeAppointments.id}`;
  const rows = await queryRows(db, dayRecipeColumns, query, { prepared: true });
  return rows.flatMap(({ id, idUser, status, startsAt, name, email, phone }) =>
    startsAt === null
      ? []
      : [
          {
            id,
            idUser,
            status,
            startsAt: startsAt.toISOString(),
            patient: { name, email, phone },
          },
        ],
  );
}
