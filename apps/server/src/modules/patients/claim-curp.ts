import { and, eq, ne, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { patients } from '../../schema/patients.ts';
import { notDeleted } from './query.ts';

/**
 * Checks that no other patient has a CURP, and locks it until commit, so that of two simultaneous writers the second
 * gets a sentence instead of a violated index.
 * @throws Problem CURP_TAKEN with the patient who has it
 */
export async function claimCurp(
  transaction: Transaction,
  curp: string | null | undefined,
  exceptId: string,
): Promise<void> {
  if (!curp) return;
  await transaction.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('CURP ' || ${curp}, 0))`,
  );
  const [owner] = await transaction
    .select({ id: patients.id, name: patients.name })
    .from(patients)
    .where(and(eq(patients.curp, curp), ne(patients.id, exceptId), notDeleted))
    .orderBy(patients.curpConflict, patients.id)
    .limit(1);
  if (!owner) return;
  throw new Problem('CURP_TAKEN', {
    issues: [{ path: 'curp', message: `Esa CURP ya es de ${owner.name}.` }],
    details: { idUser: owner.id, name: owner.name },
    shows: { kind: 'patient', id: owner.id, patientId: owner.id },
  });
}

/**
 * Claims the CURP of a patient who comes back from the trash.
 * @throws Problem CURP_TAKEN
 */
export async function claimCurpAgain(transaction: Transaction, id: string): Promise<void> {
  const [patient] = await transaction
    .select({ curp: patients.curp })
    .from(patients)
    .where(and(eq(patients.id, id), eq(patients.curpConflict, false)));
  await claimCurp(transaction, patient?.curp, id);
}
