import { hasConsultation } from '@simiente/contract/appointments/attendance';
import type { DoctorAppointment } from '@simiente/contract/appointments/calls';
import { parseWireDate } from '@simiente/contract/common/dates';
import { dayIn } from '@simiente/contract/common/days';
import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { SelectedRow } from '../../platform/database/database.ts';
import { pick, presentDate } from '../../platform/database/records.ts';
import { Problem } from '../../platform/problem.ts';
import { appointmentLinks } from '../../schema/appointment-links.ts';
import { CANCELLED, doctorAppointments, type StoredStep } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { patients } from '../../schema/patients.ts';
import { presentPlace, storedPlaceAt } from '../schedules/public.ts';

export const doctorAppointmentColumns = {
  ...pick(doctorAppointments, ['id', 'patientId', 'doctorId', 'status', 'attendance', 'createdAt']),
  ...pick(doctorAppointments, ['startsAt', 'invalidDates', 'endsAt', 'branchId', 'isVideoCall']),
  place: storedPlaceAt(doctorAppointments.branchId),
  request: sql<DoctorAppointment['request']>`(
    select ${appointmentLinks.request} from ${appointmentLinks as PgTable} where ${appointmentLinks.id} = ${doctorAppointments.id}
      and ${appointmentLinks.startsAt} = ${doctorAppointments.startsAt}
      and ${appointmentLinks.startsAt} > now() and ${doctorAppointments.status} <> ${sql.raw(`'${CANCELLED}'`)})`,
  doubleBooked: doctorAppointments.doubleBooked,
  bookedBy: doctorAppointments.bookedBy,
  cancellationReason: doctorAppointments.cancellationReason,
  version: doctorAppointments.version,
  doctorName: doctors.name,
  doctorSpecialties: doctors.specialties,
  doctorEmail: doctors.email,
  patientName: patients.name,
  patientEmail: patients.email,
  patientPhone: patients.phone,
  patientStatus: patients.status,
};
export type DoctorAppointmentRow = SelectedRow<typeof doctorAppointmentColumns>;

export function presentDoctorAppointment(row: DoctorAppointmentRow): DoctorAppointment {
  return {
    id: row.id,
    idAppointment: row.id,
    idUser: row.patientId,
    idDoctor: row.doctorId,
    status: row.status,
    attendance: presentAttendance(row),
    createDate: presentDate(row, 'createdAt'),
    appointmentDate: {
      date: presentDate(row, 'startsAt'),
      endDate: row.endsAt?.toISOString() ?? null,
    },
    place: presentPlace(row, row.place),
    doctor: {
      name: row.doctorName,
      specialty_formatted: row.doctorSpecialties,
      email: row.doctorEmail,
    },
    patient: { name: row.patientName, email: row.patientEmail, phone: row.patientPhone },
    request: row.request,
    overlaps: row.doubleBooked,
    version: row.version,
  };
}

/** Parses a date of a request. The contract has validated it already, so the error is only a safeguard. */
export function toInstant(date: unknown): Date {
  const instant = parseWireDate(date);
  if (!(instant instanceof Date)) throw new Problem('BAD_REQUEST');
  return instant;
}

interface WithAttendance {
  readonly attendance: readonly StoredStep[];
  readonly startsAt: Date | null;
}

/** The steps to show: a confirmation counts only for the time for which it was given. */
export function shownAttendance({ attendance, startsAt }: WithAttendance): readonly StoredStep[] {
  const start = startsAt?.toISOString() ?? null;
  return attendance.filter(({ step, startsAt: at }) => step !== 'confirmed' || at === start);
}

export function presentAttendance(row: WithAttendance) {
  return shownAttendance(row).map(({ step, at, by }) => ({ step, at, by }));
}

/**
 * Rejects moving an appointment to another day once the patient arrived or was a no-show, because the visit would be
 * recorded on the wrong day. Rejects cancelling once the consultation began.
 * @throws Problem ATTENDANCE_RECORDED
 */
export function rejectIfAttended(
  row: WithAttendance & { readonly status: string },
  { startsAt, status }: { startsAt: Date | null | undefined; status: string },
  clinicTimeZone: string,
): void {
  if (status === CANCELLED && row.status !== CANCELLED && hasConsultation(row)) {
    throw new Problem('ATTENDANCE_RECORDED');
  }
  if (row.attendance.every(({ step }) => step === 'confirmed') || row.startsAt === null) return;
  const isSameDay =
    startsAt && dayIn(clinicTimeZone, startsAt) === dayIn(clinicTimeZone, row.startsAt);
  if (startsAt !== undefined && !isSameDay) throw new Problem('ATTENDANCE_RECORDED');
}
