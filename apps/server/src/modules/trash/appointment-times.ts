import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { doctorAppointments } from '../../schema/appointments.ts';

/** PostgreSQL's code of a violated exclusion constraint. */
const EXCLUSION_VIOLATION = '23P01';

/**
 * Deletes the appointments of deleted patients: they are not shown any more, so they must not take a
 * doctor's time. They were not edited, and keep their version.
 */
export async function releaseTime(
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
 * @throws Problem RESTORE_OVERLAP when another appointment has one of their times
 */
export async function takeTimes(
  transaction: Transaction,
  patients: readonly { readonly id: string; readonly deletionId: string | null }[],
): Promise<void> {
  for (const { id, deletionId } of patients) {
    if (deletionId === null) continue;
    try {
      await transaction
        .update(doctorAppointments)
        .set({ deletedAt: null, deletedBy: null, deletionId: null })
        .where(
          and(eq(doctorAppointments.patientId, id), eq(doctorAppointments.deletionId, deletionId)),
        );
    } catch (error) {
      throw isExclusion(error)
        ? new Problem('RESTORE_OVERLAP', { cause: error, details: { idUser: id } })
        : error;
    }
  }
}

function isExclusion(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === EXCLUSION_VIOLATION;
}
