import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Act } from '../../../platform/act.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { resultCorrections, type resultSets } from '../../../schema/results.ts';
import type { AuditEntry } from '../../audit/public.ts';
import { type ResultSetRow, saveSet } from './lock-set.ts';
import type { SampleColumns } from './sample.ts';
import { type WrittenValue, writeValues } from './write-values.ts';

interface Correction extends Pick<typeof resultCorrections.$inferInsert, 'kind' | 'otherSetId'> {
  /** For users, shown beside the earlier values. */
  readonly reason: string;
  /** The account; null for a laboratory. */
  readonly by: string | null;
}

type Facts = Partial<SampleColumns & Pick<ResultSetRow, 'laboratoryId'>>;

interface SetChange extends Pick<AuditEntry, 'action' | 'details'> {
  readonly written: readonly WrittenValue[];
  /** The account that typed the values; null for a laboratory. */
  readonly enteredBy: string | null;
  readonly facts?: Facts;
  /** Keeps the reason, the earlier facts and the earlier validation. */
  readonly correction?: Correction | null;
  readonly columns: PgUpdateSetSource<typeof resultSets>;
}

export const UNVALIDATED = { validatedAt: null, validatedBy: null } as const;

/** Changes values, facts and other columns of a locked set. */
export async function changeSet(
  transaction: Transaction,
  act: Act,
  set: ResultSetRow,
  { written, enteredBy, facts = {}, correction = null, columns, ...audited }: SetChange,
): Promise<void> {
  const correctionId = correction && (await addCorrection(transaction, set, correction, facts));
  await writeValues(transaction, { setId: set.id, enteredBy, correctionId }, written);
  await saveSet(transaction, act, set, { ...facts, ...columns }, audited);
}

/** @param facts the sample's facts that change, whose earlier values are stored */
export async function addCorrection(
  transaction: Transaction,
  set: Pick<ResultSetRow, 'id' | 'validatedAt' | 'validatedBy'> & Facts,
  correction: Correction,
  facts: Facts = {},
): Promise<number> {
  const names = new Set(Object.keys(facts) as (keyof Facts)[]);
  // Both columns are stored together, because one is meaningless without the other.
  if (names.has('collectedAt')) names.add('collectedTimeKnown');
  else if (names.has('collectedTimeKnown')) names.add('collectedAt');
  const before = [...names].map((name) => [name, set[name]] as const);
  const [added] = await transaction
    .insert(resultCorrections)
    .values({
      ...correction,
      setId: set.id,
      factsBefore: before.length === 0 ? null : Object.fromEntries(before),
      validatedAt: set.validatedAt,
      validatedBy: set.validatedBy,
    })
    .returning({ id: resultCorrections.id });
  if (added === undefined) throw new Error('An insert returns its row');
  return added.id;
}

interface LaboratoryChange {
  readonly written: readonly WrittenValue[];
  readonly facts?: Partial<SampleColumns>;
  readonly reason: string;
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
  { written, facts = {}, reason, sentAt, by = null }: LaboratoryChange,
): Promise<void> {
  const wasSettled = set.status !== 'capturado';
  // Finalising a preliminary value or adding a value or fact is not a correction. `collectedTimeKnown` is never null, so
  // its earlier value does not show whether a time was stored.
  const corrects =
    written.some(({ replaces }) => replaces !== null && !replaces.preliminary) ||
    Object.keys(facts).some(
      (name) => name !== 'collectedTimeKnown' && set[name as keyof typeof facts] !== null,
    );
  const unvalidated = { status: 'corregido', ...UNVALIDATED } as const;
  await changeSet(transaction, act, set, {
    written,
    enteredBy: null,
    facts,
    correction: wasSettled || corrects ? { reason, by } : null,
    columns: { ...(wasSettled && unvalidated), ...(sentAt && { sentAt }) },
    action: 'result.corrected',
    details: { source: set.source, values: written.length },
  });
}
