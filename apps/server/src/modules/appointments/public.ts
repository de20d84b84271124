import type { DoctorAppointment, RecipeAppointment } from '@simiente/contract/appointments';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { patients } from '../../schema/patients.ts';
import { doctorAppointmentColumns, presentDoctorAppointment } from './present.ts';

/** A patient's prescription appointments, the latest first, those without a date last. */
export async function listRecipeAppointments(
  transaction: Transaction,
  patientId: string,
): Promise<RecipeAppointment[]> {
  const rows = await transaction
    .select()
    .from(recipeAppointments)
    .where(and(eq(recipeAppointments.patientId, patientId), isNull(recipeAppointments.deletedAt)))
    .orderBy(sql`${recipeAppointments.startsAt} desc nulls last`, recipeAppointments.id);
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    type: row.type,
    calendly_data: {
      start_time: row.startsAt?.toISOString() ?? null,
      meeting_url: row.meetingUrl,
    },
    createDate: row.createdAt?.toISOString() ?? null,
    prescriptionExplanation: row.prescriptionExplanation,
    version: row.version,
  }));
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
