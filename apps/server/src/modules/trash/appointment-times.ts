import type { RestoreOverlap } from '@simiente/contract/trash/calls';
import { aliasedTable, and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { isCausedBy } from '../../platform/failures.ts';
import { Problem } from '../../platform/problem.ts';
import { CANCELLED, doctorAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { patients } from '../../schema/patients.ts';

/** PostgreSQL's code of a violated exclusion constraint. */
const EXCLUSION_VIOLATION = '23P01';

/**
 * Deletes the appointments of deleted patients, because hidden appointments must not occupy a doctor's time. The
 * appointments keep their version, because this is not an edit.
 */
export async function releaseTimes(
  transaction: Transaction,
  patientIds: readonly string[],
  deletion: { readonly id: string; readonly by: string },
): Promise<void> {
  await transaction
    .update(doctorAppointments)
    .set({ deletedAt: sql`now()`, deletedBy: deletion.by, deletionId: deletion.id })
    .where(
      and(
        inArray(doctorAppointments.patientId, [...patientIds]),
        isNull(doctorAppointments.deletedAt),
      ),
    );
}

/**
 * Restores the appointments that were deleted with patients.
 * @throws Problem RESTORE_OVERLAP if another appointment now has one of their times
 */
export async function restoreTimes(
  transaction: Transaction,
  restored: readonly { readonly id: string; readonly deletionId: string | null }[],
): Promise<void> {
  for (const { id, deletionId } of restored) {
    if (deletionId === null) continue;
    const conflict = await findConflict(transaction, id, deletionId);
    if (conflict) throw conflict;
    try {
      await transaction
        .update(doctorAppointments)
        .set({ deletedAt: null, deletedBy: null, deletionId: null })
        .where(
          and(eq(doctorAppointments.patientId, id), eq(doctorAppointments.deletionId, deletionId)),
        );
    } catch (error) {
      throw isCausedBy(error, EXCLUSION_VIOLATION)
        ? new Problem('RESTORE_OVERLAP', {
            cause: error,
            details: { idUser: id } satisfies RestoreOverlap,
          })
        : error;
    }
  }
}

/** The problem that names the appointment which has a restored one's time; undefined without a conflict. */
async function findConflict(transaction: Transaction, patientId: string, deletionId: string) {
  const restored = aliasedTable(doctorAppointments, 'restored');
  const takesTime = (row: typeof doctorAppointments) =>
    and(ne(row.status, CANCELLED), eq(row.doubleBooked, false));
  const range = (row: typeof doctorAppointments) => sql`tstzrange(${row.startsAt}, ${row.endsAt})`;
  const [taken] = await transaction
    .select({
      id: doctorAppointments.id,
      idUser: patients.id,
      patientName: patients.name,
      doctorName: doctors.name,
      startsAt: doctorAppointments.startsAt,
    })
    .from(restored)
    .innerJoin(
      doctorAppointments,
      and(eq(doctorAppointments.doctorId, restored.doctorId), isNull(doctorAppointments.deletedAt)),
    )
    .innerJoin(patients, eq(patients.id, doctorAppointments.patientId))
    .innerJoin(doctors, eq(doctors.id, doctorAppointments.doctorId))
    .where(
      and(
        eq(restored.patientId, patientId),
        eq(restored.deletionId, deletionId),
        takesTime(restored),
        takesTime(doctorAppointments),
        sql`${range(restored)} && ${range(doctorAppointments)}`,
      ),
    )
    .limit(1);
  if (!taken?.startsAt) return undefined;
  const { id, idUser, startsAt, ...names } = taken;
  return new Problem('RESTORE_OVERLAP', {
    details: {
      idUser: patientId,
      taken: { ...names, startsAt: startsAt.toISOString() },
    } satisfies RestoreOverlap,
    shows: { kind: 'doctor_appointment', id, patientId: idUser },
  });
}
