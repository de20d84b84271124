import { eq } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/database.ts';
import { patients } from '../../../schema/patients.ts';
import { laboratoryPatients, type receivedResults } from '../../../schema/results.ts';

/** Stores the laboratory's number of a patient for its next results; our own ids are not stored. */
export async function learnNumber(
  transaction: Transaction,
  { laboratoryId, patientText }: typeof receivedResults.$inferSelect,
  patientId: string,
): Promise<void> {
  if (patientText === null) return;
  const [ours] = await transaction
    .select({ id: patients.id })
    .from(patients)
    .where(eq(patients.id, patientText));
  if (ours !== undefined || patientText.startsWith('usr_')) return;
  await transaction
    .insert(laboratoryPatients)
    .values({ laboratoryId, number: patientText, patientId })
    .onConflictDoUpdate({
      target: [laboratoryPatients.laboratoryId, laboratoryPatients.number],
      set: { patientId },
    });
}
