import type { DoctorAppointment } from '@simiente/contract/appointments';
import { sql } from 'drizzle-orm';
import { fixed, isoText } from '../../platform/database/written.ts';
import { doctorAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { patients } from '../../schema/patients.ts';

/** What an appointment with a doctor is told by; nothing else of the three rows is read. */
export const doctorAppointmentColumns = {
  appointment: doctorAppointments,
  doctor: { name: doctors.name, specialties: doctors.specialties, email: doctors.email },
  patient: { name: patients.name, email: patients.email, phone: patients.phone },
};

export interface DoctorAppointmentRow {
  readonly appointment: typeof doctorAppointments.$inferSelect;
  readonly doctor: Pick<typeof doctors.$inferSelect, 'name' | 'specialties' | 'email'>;
  readonly patient: Pick<typeof patients.$inferSelect, 'name' | 'email' | 'phone'>;
}

export function presentDoctorAppointment({
  appointment,
  doctor,
  patient,
}: DoctorAppointmentRow): DoctorAppointment {
  return {
    id: appointment.id,
    idAppointment: appointment.id,
    idUser: appointment.patientId,
    idDoctor: appointment.doctorId,
    status: appointment.status,
    createDate: appointment.createdAt?.toISOString() ?? null,
    appointmentDate: {
      date: appointment.startsAt?.toISOString() ?? null,
      endDate: appointment.endsAt?.toISOString() ?? null,
    },
    doctor: {
      name: doctor.name,
      specialty_formatted: doctor.specialties,
      email: doctor.email,
    },
    patient: { name: patient.name, email: patient.email, phone: patient.phone },
    overlaps: appointment.doubleBooked,
    version: appointment.version,
  };
}

/** The query for the same as a row of JSON, within one for the patient. */
export const writtenAppointment = fixed(sql`select ${doctorAppointments.id},
    ${doctorAppointments.id} as "idAppointment", ${doctorAppointments.patientId} as "idUser",
    ${doctorAppointments.doctorId} as "idDoctor", ${doctorAppointments.status},
    ${isoText(doctorAppointments.createdAt)} as "createDate",
    json_build_object('date', ${isoText(doctorAppointments.startsAt)},
      'endDate', ${isoText(doctorAppointments.endsAt)}) as "appointmentDate",
    json_build_object('name', ${doctors.name}, 'specialty_formatted', ${doctors.specialties},
      'email', ${doctors.email}) as doctor,
    json_build_object('name', ${patients.name}, 'email', ${patients.email},
      'phone', ${patients.phone}) as patient,
    ${doctorAppointments.doubleBooked} as overlaps, ${doctorAppointments.version}
  from ${doctorAppointments} join ${doctors} on ${doctors.id} = ${doctorAppointments.doctorId}`);
