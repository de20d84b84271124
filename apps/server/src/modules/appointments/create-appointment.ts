import type { AppointmentStatus } from '@simiente/contract/appointments/statuses';
import { findWorkingStretch } from '@simiente/contract/doctors/working-time';
import { sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { newRecordId } from '../../platform/database/record-id.ts';
import { Problem } from '../../platform/problem.ts';
import { CANCELLED, doctorAppointments } from '../../schema/appointments.ts';
import { writeAudit } from '../audit/public.ts';
import { createPatient, lockPatient } from '../patients/public.ts';
import { toPlacedRow } from '../schedules/public.ts';
import { appointmentFrom, readDoctorHours, refuseIfTaken } from './doctor-time.ts';
import { refuseSameTime } from './same-time.ts';

interface NewAppointment {
  /** An existing patient; or else `newPatient` is created with the appointment. */
  readonly patientId: string | undefined;
  readonly newPatient?: { readonly name: string; readonly phone: string | null } | undefined;
  readonly doctorId: string;
  /** It may be in the past: visits are also entered afterwards. */
  readonly startsAt: Date;
  readonly status: AppointmentStatus;
  /** Although the patient has another appointment at the same time. */
  readonly despiteSameTime: boolean;
}

/**
 * Creates an appointment of a patient with a doctor; of a new patient both or neither.
 * @returns its id, and whether it is outside the doctor's working hours
 * @throws Problem NOT_FOUND for an unknown or deleted patient or doctor
 * @throws Problem DOCTOR_RETIRED
 * @throws Problem APPOINTMENT_OVERLAP with the other appointment and free times
 * @throws Problem SAME_TIME with the patient's other appointment
 */
export async function createAppointment(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'clinicTimeZone'>,
  { newPatient, doctorId, startsAt, status, despiteSameTime, ...given }: NewAppointment,
): Promise<{ id: string; outsideWorkingHours: boolean }> {
  // The doctor first, as in an edit, so that retirement comes wholly before or after.
  const hours = await readDoctorHours(transaction, doctorId, { lock: true });
  if (given.patientId !== undefined) await lockPatient(transaction, given.patientId);
  if (hours.retiredAt) throw new Problem('DOCTOR_RETIRED');
  const time = appointmentFrom(startsAt, hours);
  if (status !== CANCELLED) {
    await refuseIfTaken(transaction, { doctorId }, time, hours, context.clinicTimeZone);
    if (!despiteSameTime && given.patientId !== undefined) {
      await refuseSameTime(transaction, { patientId: given.patientId }, startsAt, time.endsAt);
    }
  }
  const within = findWorkingStretch(time, hours.schedule, context.clinicTimeZone);
  const patientId =
    given.patientId ??
    (newPatient && (await createPatient(transaction, context, { ...newPatient, status: 1 })).id);
  if (patientId === undefined) throw new Problem('BAD_REQUEST');
  const id = newRecordId('apt');
  await transaction.insert(doctorAppointments).values({
    ...{ id, patientId, doctorId, startsAt, status },
    ...toPlacedRow(within),
    bookedBy: context.actor.id,
    createdAt: sql`now()`,
  });
  await writeAudit(transaction, context, {
    action: 'appointment.created',
    subject: { kind: 'doctor_appointment', id },
    patientId,
    details: { status, startsAt, doctorId },
  });
  return { id, outsideWorkingHours: within === undefined };
}
