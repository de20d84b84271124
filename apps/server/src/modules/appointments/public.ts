import type { DoctorAppointment } from '@simiente/contract/appointments/calls';
import { type DayRecipe, LONGEST_APPOINTMENT } from '@simiente/contract/doctors/calls';
import { and, asc, eq, gt, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Reader } from '../../platform/database/database.ts';
import { nestedRows } from '../../platform/database/rows.ts';
import { doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { patients } from '../../schema/patients.ts';
import {
  type DoctorAppointmentRow,
  doctorAppointmentColumns,
  presentDoctorAppointment,
} from './present.ts';

export { ownPatients, requireOwnPatient } from './own-patients.ts';
export { presentDoctorAppointment } from './present.ts';
export { presentRecipe, recipesOf } from './read-recipes.ts';

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
 * The doctors' appointments that touch the interval, in order; cancelled ones too, but none of a deleted
 * patient.
 */
export async function listAppointmentsBetween(
  db: Reader,
  doctorIds: readonly string[],
  interval: Interval,
): Promise<DoctorAppointment[]> {
  const rows = await db
    .select(doctorAppointmentColumns)
    .from(doctorAppointments)
    .innerJoin(doctors, eq(doctors.id, doctorAppointments.doctorId))
    .innerJoin(
      patients,
      and(eq(patients.id, doctorAppointments.patientId), isNull(patients.deletedAt)),
    )
    .where(and(inArray(doctorAppointments.doctorId, doctorIds), touching(interval)))
    .orderBy(asc(doctorAppointments.startsAt), asc(doctorAppointments.id));
  return rows.map(presentDoctorAppointment);
}

/**
 * The validations of prescriptions that begin in the interval, in order; cancelled ones too, but none of
 * a deleted patient.
 */
export async function listRecipesBetween(db: Reader, { from, to }: Interval): Promise<DayRecipe[]> {
  const rows = await db
    .select({
      id: recipeAppointments.id,
      status: recipeAppointments.status,
      startsAt: recipeAppointments.startsAt,
      idUser: patients.id,
      name: patients.name,
      email: patients.email,
      phone: patients.phone,
    })
    .from(recipeAppointments)
    .innerJoin(
      patients,
      and(eq(patients.id, recipeAppointments.patientId), isNull(patients.deletedAt)),
    )
    .where(
      and(
        isNull(recipeAppointments.deletedAt),
        gte(recipeAppointments.startsAt, from),
        lt(recipeAppointments.startsAt, to),
      ),
    )
    .orderBy(asc(recipeAppointments.startsAt), asc(recipeAppointments.id));
  return rows.flatMap(({ id, idUser, status, startsAt, name, email, phone }) =>
    startsAt === null
      ? []
      : [{ id, idUser, status, startsAt: startsAt.toISOString(), patient: { name, email, phone } }],
  );
}
