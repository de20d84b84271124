import type { DoctorAppointment, RecipeAppointment } from '@simiente/contract/appointments';
import { LONGEST_APPOINTMENT } from '@simiente/contract/doctors';
import { and, asc, eq, gt, gte, isNull, lt, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { patients } from '../../schema/patients.ts';
import { doctorAppointmentColumns, presentDoctorAppointment } from './present.ts';
import { readRecipes } from './read-recipes.ts';

/** A patient's prescription appointments, the latest first, those without a date last. */
export function listRecipeAppointments(
  transaction: Transaction,
  patientId: string,
): Promise<RecipeAppointment[]> {
  return readRecipes(transaction, eq(recipeAppointments.patientId, patientId));
}

/** A patient's appointments with doctors, the latest first, those without a date last. */
export async function listDoctorAppointments(
  transaction: Transaction,
  patientId: string,
): Promise<DoctorAppointment[]> {
  const rows = await transaction
    .select(doctorAppointmentColumns)
    .from(doctorAppointments)
    .innerJoin(doctors, eq(doctors.id, doctorAppointments.doctorId))
    .innerJoin(patients, eq(patients.id, doctorAppointments.patientId))
    .where(and(eq(doctorAppointments.patientId, patientId), isNull(doctorAppointments.deletedAt)))
    .orderBy(sql`${doctorAppointments.startsAt} desc nulls last`, doctorAppointments.id);
  return rows.map(presentDoctorAppointment);
}

const MINUTE = 60_000;

/**
 * A doctor's appointments that touch the time from `from` until just before `to`, in order;
 * cancelled ones too, and none of a patient in the bin.
 */
export async function listAppointmentsBetween(
  transaction: Transaction,
  doctorId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<DoctorAppointment[]> {
  const rows = await transaction
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
        // Says nothing new, and lets the index leave out all that is long past.
        gte(doctorAppointments.startsAt, new Date(from.getTime() - LONGEST_APPOINTMENT * MINUTE)),
      ),
    )
    .orderBy(asc(doctorAppointments.startsAt), asc(doctorAppointments.id));
  return rows.map(presentDoctorAppointment);
}
