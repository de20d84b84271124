import type { RecipeAppointment, StaleRecipeDetails } from '@simiente/contract/appointments';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { arrayOf, fixed, isoText } from '../../platform/database/written.ts';
import { Problem } from '../../platform/http/problem.ts';
import { recipeAppointments } from '../../schema/appointments.ts';
import { patients } from '../../schema/patients.ts';
import { replacedFiles } from '../../schema/replaced-files.ts';
import { replacedFilesOf, storedFile } from '../files/public.ts';

/** Prescription appointments as the wire shows them, each a row of JSON. */
const RECIPES = fixed(sql`select ${recipeAppointments.id}, ${recipeAppointments.status},
    ${recipeAppointments.type},
    json_build_object('start_time', ${isoText(recipeAppointments.startsAt)},
      'meeting_url', ${recipeAppointments.meetingUrl}) as calendly_data,
    ${isoText(recipeAppointments.createdAt)} as "createDate",
    ${recipeAppointments.prescriptionExplanation} as "prescriptionExplanation",
    ${arrayOf(sql`(${storedFile(recipeAppointments.prescriptionFileId)}) union all
      (${replacedFilesOf(replacedFiles.recipeAppointmentId, recipeAppointments.id)})`)} as prescriptions,
    ${recipeAppointments.version}
  from ${recipeAppointments} where ${recipeAppointments.deletedAt} is null and`);

/** Within a query for a patient: their prescription appointments, the latest first, those without a date last, as a JSON array. */
export const writtenRecipes = fixed(
  arrayOf(sql`${RECIPES} ${recipeAppointments.patientId} = ${patients.id}
    order by ${recipeAppointments.startsAt} desc nulls last, ${recipeAppointments.id}`),
);

/** @throws Problem NOT_FOUND when there is no such appointment, or it is in the bin */
export async function readRecipe(transaction: Transaction, id: string): Promise<RecipeAppointment> {
  const { rows } = await transaction.execute<{ recipe: RecipeAppointment }>(
    sql`select row_to_json(recipe) as recipe from (${RECIPES} ${recipeAppointments.id} = ${id}) as recipe`,
  );
  const [{ recipe } = {}] = rows;
  if (!recipe) throw new Problem('NOT_FOUND');
  return recipe;
}

/**
 * Locks a patient's prescription appointment for a change of the version that somebody saw; without
 * one (a legacy caller) of whatever is there.
 *
 * @throws Problem NOT_FOUND when it or its patient does not exist or is in the bin
 * @throws Problem STALE_VERSION with the appointment as it is now
 */
export async function lockRecipe(
  transaction: Transaction,
  id: string,
  version: number | undefined,
): Promise<{ patientId: string; prescriptionFileId: string | null }> {
  const [row] = await transaction
    .select({
      patientId: patients.id,
      prescriptionFileId: recipeAppointments.prescriptionFileId,
      version: recipeAppointments.version,
    })
    .from(recipeAppointments)
    .innerJoin(
      patients,
      and(eq(patients.id, recipeAppointments.patientId), isNull(patients.deletedAt)),
    )
    .where(and(eq(recipeAppointments.id, id), isNull(recipeAppointments.deletedAt)))
    .for('update', { of: recipeAppointments });
  if (!row) throw new Problem('NOT_FOUND');
  if (version !== undefined && version !== row.version) {
    const details = { current: await readRecipe(transaction, id) } satisfies StaleRecipeDetails;
    throw new Problem('STALE_VERSION', {
      details,
      shows: { kind: 'recipe_appointment', id, patientId: row.patientId },
    });
  }
  return row;
}
