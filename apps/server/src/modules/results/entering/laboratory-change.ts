import type { Act } from '../../../platform/act.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { resultCorrections } from '../../../schema/results.ts';
import { type ResultSetRow, saveSet } from './lock-set.ts';
import type { SampleColumns } from './sample.ts';
import { type WrittenValue, writeValues } from './write-values.ts';

interface LaboratoryChange {
  readonly written: readonly WrittenValue[];
  readonly facts?: Partial<SampleColumns>;
  /** Reason for users, shown beside the earlier value. */
  readonly reason: string;
  /** Position of the first new row. */
  readonly firstPosition: number;
  readonly sentAt?: Date | null;
  /** The account that accepted the change; null without a user's decision. */
  readonly by?: string | null;
}

/**
 * Applies a laboratory's values to a locked set. A validated or corrected set needs another validation, and its
 * earlier values stay readable.
 */
export async function changeByLaboratory(
  transaction: Transaction,
  act: Act,
  set: ResultSetRow,
  { written, facts = {}, reason, firstPosition, sentAt, by = null }: LaboratoryChange,
): Promise<void> {
  const wasSettled = set.status !== 'capturado';
  const before = Object.keys(facts).map((name) => [name, set[name as keyof typeof facts]] as const);
  // Finalising a preliminary value or adding a value or fact is not a correction. `collectedTimeKnown` is never null, so
  // its earlier value does not show whether a time was stored.
  const corrects =
    written.some(({ replaces }) => replaces !== null && !replaces.preliminary) ||
    before.some(([name, value]) => name !== 'collectedTimeKnown' && value !== null);
  const correctionId =
    wasSettled || corrects
      ? await addCorrection(transaction, set, { reason, by, before })
      : undefined;
  await writeValues(
    transaction,
    { setId: set.id, enteredBy: null, firstPosition, ...(correctionId && { correctionId }) },
    written,
  );
  const unvalidated = { status: 'corregido', validatedAt: null, validatedBy: null } as const;
  const columns = { ...facts, ...(wasSettled && unvalidated), ...(sentAt && { sentAt }) };
  await saveSet(transaction, act, set, columns, {
    action: 'result.corrected',
    details: { source: set.source, values: written.length },
  });
}

interface Correction extends Pick<typeof resultCorrections.$inferInsert, 'kind' | 'otherSetId'> {
  readonly reason: string;
  readonly by: string | null;
  /** Earlier facts of the sample, by name. */
  readonly before?: readonly (readonly [string, unknown])[];
}

/**
 * Writes the reason, time and account of a correction, with the earlier facts of the sample and the earlier
 * validation.
 */
export async function addCorrection(
  transaction: Transaction,
  { id: setId, validatedAt, validatedBy }: Pick<ResultSetRow, 'id' | 'validatedAt' | 'validatedBy'>,
  { before = [], ...why }: Correction,
): Promise<number> {
  const [correction] = await transaction
    .insert(resultCorrections)
    .values({
      setId,
      ...why,
      factsBefore: before.length === 0 ? null : Object.fromEntries(before),
      validatedAt,
      validatedBy,
    })
    .returning({ id: resultCorrections.id });
  if (correction === undefined) throw new Error('An insert returns its row');
  return correction.id;
}
