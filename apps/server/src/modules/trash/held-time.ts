import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { doctorAppointments } from '../../schema/appointments.ts';

/** PostgreSQL's word for two that want the same time of one doctor. */
const EXCLUSION_VIOLATION = '23P01';

/**
 * The appointments of patients who go to the bin go along: nobody sees them any more, so they must
 * not hold a doctor's time either. They were not edited, and keep their version.
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
 * The appointments that went to the bin with patients come back with them.
 * @throws Problem RESTORE_OVERLAP when somebody else has the time of one of them by now
 */
export async function takeTimeAgain(
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
