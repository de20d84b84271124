import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { may, type StaffActor } from '../../platform/act.ts';
import type { Reader } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { CANCELLED, doctorAppointments } from '../../schema/appointments.ts';
import { patientMerges } from '../../schema/merges.ts';

type DoctorAccount = Pick<StaffActor, 'id' | 'doctorId'>;

/**
 * The appointments that make a patient one of an account's doctor: not cancelled, and booked by another account.
 * Booking a patient must not open the record, nor must merging another patient into one's own.
 */
export function ownPatients(
  db: Reader,
  { id, doctorId }: DoctorAccount,
  patientId: AnyPgColumn | string,
) {
  return db
    .select({ id: doctorAppointments.id })
    .from(doctorAppointments)
    .where(
      and(
        doctorId === null ? sql`false` : eq(doctorAppointments.doctorId, doctorId),
        sql`${doctorAppointments.bookedBy} is distinct from ${id}`,
        eq(doctorAppointments.patientId, patientId),
        ne(doctorAppointments.status, CANCELLED),
        isNull(doctorAppointments.deletedAt),
        sql`not exists (select from ${patientMerges} m where m.kept_id = ${patientId}
          and m.by = ${id} and m.undone_at is null)`,
      ),
    );
}

/**
 * An account that may not do this with every patient may do it with its own.
 * @throws Problem FORBIDDEN
 */
export async function requireOwnPatient(
  db: Reader,
  actor: StaffActor,
  patientId: string,
  everyPatient: 'records.exportAll' | 'accesses.readAll',
): Promise<void> {
  if (may(actor, everyPatient)) return;
  const [own] = await ownPatients(db, actor, patientId).limit(1);
  if (!own) throw new Problem('FORBIDDEN');
}
