import type { RecipeAppointment, StaleRecipeDetails } from '@simiente/contract/appointments';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { recipeAppointments } from '../../schema/appointments.ts';
import { patients } from '../../schema/patients.ts';
import { readReplacedFiles, readStoredFiles } from '../files/public.ts';

/** Prescription appointments outside the bin, the latest first, those without a date last. */
export async function readRecipes(
  transaction: Transaction,
  where: SQL,
): Promise<RecipeAppointment[]> {
  const rows = await transaction
    .select()
    .from(recipeAppointments)
    .where(and(where, isNull(recipeAppointments.deletedAt)))
    .orderBy(sql`${recipeAppointments.startsAt} desc nulls last`, recipeAppointments.id);
  const current = await readStoredFiles(
    transaction,
    rows.flatMap(({ prescriptionFileId }) => prescriptionFileId ?? []),
  );
  const earlier = await readReplacedFiles(
    transaction,
    'recipe_appointment',
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    type: row.type,
    calendly_data: {
      start_time: row.startsAt?.toISOString() ?? null,
      meeting_url: row.meetingUrl,
    },
    createDate: row.createdAt?.toISOString() ?? null,
    prescriptionExplanation: row.prescriptionExplanation,
    prescriptions: [
      ...[current.get(row.prescriptionFileId ?? '')].filter((file) => file !== undefined),
      ...(earlier.get(row.id) ?? []),
    ],
    version: row.version,
  }));
}

/** @throws Problem NOT_FOUND when there is no such appointment, or it is in the bin */
export async function readRecipe(transaction: Transaction, id: string): Promise<RecipeAppointment> {
  const [recipe] = await readRecipes(transaction, eq(recipeAppointments.id, id));
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
