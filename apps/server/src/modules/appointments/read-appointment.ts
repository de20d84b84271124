import { and, eq, isNull } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { doctorAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { patients } from '../../schema/patients.ts';
import { type DoctorAppointmentRow, doctorAppointmentColumns } from './present.ts';

/**
 * An appointment with its doctor and patient; `lock` locks its row.
 * @throws Problem NOT_FOUND, also when its patient is deleted
 */
export async function readAppointment(
  db: Reader,
  id: string,
  { lock = false } = {},
): Promise<DoctorAppointmentRow> {
  const query = db
    .select(doctorAppointmentColumns)
    .from(doctorAppointments)
    .innerJoin(doctors, eq(doctors.id, doctorAppointments.doctorId))
    .innerJoin(
      patients,
      and(eq(patients.id, doctorAppointments.patientId), isNull(patients.deletedAt)),
    )
    .where(and(eq(doctorAppointments.id, id), isNull(doctorAppointments.deletedAt)));
  const [row] = await (lock ? query.for('update', { of: doctorAppointments }) : query);
  if (!row) throw new Problem('NOT_FOUND');
  return row;
}
