import { and, eq, isNull, ne } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { may, type StaffActor } from '../../platform/act.ts';
import type { Reader } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { CANCELLED, doctorAppointments } from '../../schema/appointments.ts';

/** The appointments that make a patient one of a doctor's: those that were not cancelled. */
export function ownPatients(db: Reader, doctorId: string, patientId: AnyPgColumn | string) {
  return db
    .select({ id: doctorAppointments.id })
    .from(doctorAppointments)
    .where(
      and(
        eq(doctorAppointments.doctorId, doctorId),
        eq(doctorAppointments.patientId, patientId),
        ne(doctorAppointments.status, CANCELLED),
        isNull(doctorAppointments.deletedAt),
      ),
    );
}

/**
 * An account that may not do this with every patient may do it with its own: those who have an
 * appointment that was not cancelled with the doctor of the account.
 * @throws Problem FORBIDDEN
 */
export async function requireOwnPatient(
  db: Reader,
  actor: StaffActor,
  patientId: string,
  everyPatient: 'records.exportAll' | 'accesses.readAll',
): Promise<void> {
  if (may(actor, everyPatient)) return;
  if (actor.doctorId === null) throw new Problem('FORBIDDEN');
  const [own] = await ownPatients(db, actor.doctorId, patientId).limit(1);
  if (!own) throw new Problem('FORBIDDEN');
}
