import type { DoctorAppointment } from '@simiente/contract/appointments';
import type { Reader } from '../../platform/database/database.ts';
import { listAppointmentsBetween } from '../appointments/public.ts';
import { readDoctor } from './read-doctor.ts';

/**
 * A doctor's appointments that touch the interval from `from` to before `to`, in order, cancelled ones
 * included.
 * @throws Problem NOT_FOUND when the doctor does not exist
 */
export async function readAgenda(
  db: Reader,
  doctorId: string,
  interval: { readonly from: Date; readonly to: Date },
): Promise<DoctorAppointment[]> {
  await readDoctor(db, doctorId);
  return listAppointmentsBetween(db, doctorId, interval);
}
