import type { DoctorAppointment } from '@simiente/contract/appointments';
import { LONGEST_APPOINTMENT } from '@simiente/contract/doctors';
import { and, asc, eq, gt, gte, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Reader } from '../../platform/database/database.ts';
import { nestedRows } from '../../platform/database/rows.ts';
import { doctorAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { patients } from '../../schema/patients.ts';
import {
  type DoctorAppointmentRow,
  doctorAppointmentColumns,
  presentDoctorAppointment,
} from './present.ts';

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

/**
 * A doctor's appointments that touch the interval from `from` to before `to`, in order; cancelled ones
 * too, but none of a deleted patient.
 */
export async function listAppointmentsBetween(
  db: Reader,
  doctorId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<DoctorAppointment[]> {
  const rows = await db
    .select(doctorAppointmentColumns)
    .from(doctorAppointments)
    .innerJoin(doctors, eq(doctors.id, doctorAppointments.doctorId))
    .innerJoin(
      patients,
      and(eq(patients.id, doctorAppointments.patientId), isNull(patients.deletedAt)),
    )
    .where(
      and(
        eq(doctorAppointments.doctorId, doctorId),
        isNull(doctorAppointments.deletedAt),
        lt(doctorAppointments.startsAt, to),
        gt(doctorAppointments.endsAt, from),
        // Redundant, but lets the index skip all past appointments.
        gte(doctorAppointments.startsAt, new Date(from.getTime() - LONGEST_APPOINTMENT * MINUTE)),
      ),
    )
    .orderBy(asc(doctorAppointments.startsAt), asc(doctorAppointments.id));
  return rows.map(presentDoctorAppointment);
}
