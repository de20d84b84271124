import type { Doctor } from '@simiente/contract/doctors/calls';
import { doctors } from '../../schema/doctors.ts';

/** The columns of a doctor; nothing else of the row is read. */
export const doctorColumns = {
  id: doctors.id,
  name: doctors.name,
  email: doctors.email,
  specialties: doctors.specialties,
  appointmentMinutes: doctors.appointmentMinutes,
  workingDays: doctors.workingDays,
  retiredAt: doctors.retiredAt,
  version: doctors.version,
};

export type DoctorRow = Pick<typeof doctors.$inferSelect, keyof typeof doctorColumns>;

/** @param upcoming the result of `countUpcoming` for this doctor */
export function presentDoctor(row: DoctorRow, upcoming: number): Doctor {
  return {
    idDoctor: row.id,
    name: row.name,
    email: row.email,
    specialties: row.specialties,
    appointmentMinutes: row.appointmentMinutes,
    workingDays: [...row.workingDays],
    retiredAt: row.retiredAt?.toISOString() ?? null,
    upcoming,
    version: row.version,
  };
}
