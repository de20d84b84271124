import type { Doctor, StaleDoctorDetails } from '@simiente/contract/doctors';
import { eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { doctors } from '../../schema/doctors.ts';
import { readDoctor } from './read-doctor.ts';

/**
 * Locks a doctor's row until commit.
 * @throws Problem NOT_FOUND
 */
export async function lockDoctor(transaction: Transaction, id: string): Promise<Doctor> {
  await transaction
    .select({ id: doctors.id })
    .from(doctors)
    .where(eq(doctors.id, id))
    .for('no key update');
  return readDoctor(transaction, id);
}

/** @throws Problem STALE_VERSION with the doctor as they are now */
export function refuseStale(current: Doctor, version: number | undefined): void {
  if (version === undefined || version === current.version) return;
  throw new Problem('STALE_VERSION', {
    details: { current } satisfies StaleDoctorDetails,
    shows: { kind: 'doctor', id: current.idDoctor },
  });
}
