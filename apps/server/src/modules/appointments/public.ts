import type { DoctorAppointment, RecipeAppointment } from '@simiente/contract/appointments';
import { and, eq, isNull, sql } from 'drizzle-orm';
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
