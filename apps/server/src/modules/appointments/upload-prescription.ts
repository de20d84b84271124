import { eq, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { recipeAppointments } from '../../schema/appointments.ts';
import { replacedFiles } from '../../schema/operation/replaced-files.ts';
import { writeAudit } from '../audit/public.ts';
import type { AddFile } from '../files/public.ts';
import { lockRecipe } from './read-recipes.ts';

/**
 * Stores an appointment's prescription; the earlier one stays in its history.
 * @returns the appointment's id
 * @throws Problem NOT_FOUND, STALE_VERSION
 */
export async function uploadPrescription(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  { idAppointment: id, version }: { idAppointment: string; version?: number | undefined },
  addFile: AddFile,
): Promise<string> {
  const { patientId, prescriptionFileId: earlier } = await lockRecipe(transaction, id, version);
  const fileId = await addFile();
  if (earlier !== null) {
    await transaction
      .insert(replacedFiles)
      .values({ fileId: earlier, recipeAppointmentId: id, replacedBy: context.actor.id });
  }
  await transaction
    .update(recipeAppointments)
    .set({
      prescriptionFileId: fileId,
      version: sql`${recipeAppointments.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(recipeAppointments.id, id));
  await writeAudit(transaction, context, {
    action: 'prescription.uploaded',
    subject: { kind: 'recipe_appointment', id },
    patientId,
    details: { changes: { file: { from: earlier, to: fileId } } },
  });
  return id;
}
