import type { DoctorAppointment, RecipeAppointment } from '@simiente/contract/appointments';
import type { Patient } from '@simiente/contract/patients';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';

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
  patient: Pick<Patient, 'idUser' | 'name' | 'email' | 'phone'>,
): Promise<DoctorAppointment[]> {
  const rows = await transaction
    .select({ appointment: doctorAppointments, doctor: doctors })
    .from(doctorAppointments)
    .innerJoin(doctors, eq(doctors.id, doctorAppointments.doctorId))
    .where(
      and(eq(doctorAppointments.patientId, patient.idUser), isNull(doctorAppointments.deletedAt)),
    )
    .orderBy(sql`${doctorAppointments.startsAt} desc nulls last`, doctorAppointments.id);
  return rows.map(({ appointment, doctor }) => ({
    id: appointment.id,
    idAppointment: appointment.id,
    status: appointment.status,
    createDate: appointment.createdAt?.toISOString() ?? null,
    appointmentDate: { date: appointment.startsAt?.toISOString() ?? null },
    doctor: {
      name: doctor.name,
      specialty_formatted: doctor.specialties,
      email: doctor.email,
    },
    patient: { name: patient.name, email: patient.email, phone: patient.phone },
    version: appointment.version,
  }));
}
