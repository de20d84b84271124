import type { Doctor } from '@simiente/contract/doctors';
import { doctors } from '../../schema/doctors.ts';

/** The columns that a doctor is told by; nothing else of the row is read. */
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

/** `upcoming` is what `countUpcoming` says of this doctor. */
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
