import type { ResultSet } from '@simiente/contract/results/calls';
import { reportedValue } from '@simiente/contract/results/reported-value';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import { listResults } from '../../results/public.ts';
import { addDraft, type StoredDraft } from '../receiving/drafts.ts';
import { writeDraft } from './write-draft.ts';

export const NO_RESULTS =
  'El paciente aún no tiene resultados para escribir un borrador. Captúralos primero.';

/**
 * Writes a draft from a patient's results by rules, and adds it to the report of his exams.
 * @throws Problem NOT_FOUND when the patient does not exist or is deleted
 * @throws Problem CONFLICT without results
 */
export async function createDraft(
  transaction: Transaction,
  context: StaffContext,
  { idUser: patientId }: { readonly idUser: string },
): Promise<StoredDraft> {
  const sets = await listResults(transaction, context.actor, patientId);
  const written = writeDraft(sets, context.clinicTimeZone);
  if (written === null) {
    throw new Problem('CONFLICT', { issues: [{ path: 'idUser', message: NO_RESULTS }] });
  }
  return addDraft(transaction, context, {
    patientId,
    kind: 'exam_ai',
    text: written.text,
    source: 'reglas',
    ruleVersion: written.ruleSet,
    sentences: written.sentences,
    inputFacts: toFacts(sets),
    createdBy: context.actor.id,
    evenIfDiscarded: true,
  });
}

/** The values that the rules read, and of which state of which set. */
const toFacts = (sets: readonly ResultSet[]) => ({
  sets: sets.map(({ idResultSet, version, examType, collectedAt, status, values }) => ({
    idResultSet,
    version,
    examType,
    collectedAt,
    status,
    values: values
      .filter(({ withdrawn }) => !withdrawn)
      .map(({ idValue, ...value }) => ({ idValue, ...reportedValue(value) })),
  })),
});
