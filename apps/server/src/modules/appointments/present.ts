import type { DoctorAppointment } from '@simiente/contract/appointments/calls';
import type { RowOf } from '../../platform/database/database.ts';
import { presentDate } from '../../platform/database/invalid-dates.ts';
import { doctorAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { patients } from '../../schema/patients.ts';
import { presentPlace, storedPlaceAt } from '../schedules/public.ts';
import { presentAttendance } from './attendance.ts';

/** The columns of an appointment with a doctor; nothing else of the three rows is read. */
export const doctorAppointmentColumns = {
  id: doctorAppointments.id,
  patientId: doctorAppointments.patientId,
  doctorId: doctorAppointments.doctorId,
  status: doctorAppointments.status,
  attendance: doctorAppointments.attendance,
  createdAt: doctorAppointments.createdAt,
  startsAt: doctorAppointments.startsAt,
  invalidDates: doctorAppointments.invalidDates,
  endsAt: doctorAppointments.endsAt,
  branchId: doctorAppointments.branchId,
  isVideoCall: doctorAppointments.isVideoCall,
  place: storedPlaceAt(doctorAppointments.branchId),
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
};
export type DoctorAppointmentRow = RowOf<typeof doctorAppointmentColumns>;

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
    overlaps: row.doubleBooked,
    version: row.version,
  };
}
