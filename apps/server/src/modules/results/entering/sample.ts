import { parseWireDate } from '@simiente/contract/common/dates';
import { isCalendarDay, startOfDay } from '@simiente/contract/common/days';
import type { resultFacts } from '@simiente/contract/results/fields';
import type * as z from 'zod';
import type { Transaction } from '../../../platform/database/database.ts';
import { findChanges } from '../../../platform/database/records.ts';
import { toFieldProblem } from '../../../platform/problem.ts';
import { type resultSets, sampleColumns } from '../../../schema/results.ts';
import { requireLaboratory } from '../../exams/public.ts';

type Facts = z.output<z.ZodObject<typeof resultFacts>>;

export type SampleColumns = Pick<
  typeof resultSets.$inferSelect,
  keyof ReturnType<typeof sampleColumns>
>;
const sampleKeys = Object.keys(sampleColumns()) as (keyof SampleColumns)[];

export const pickSample = (row: SampleColumns) =>
  Object.fromEntries(sampleKeys.map((key) => [key, row[key]])) as SampleColumns;

/** Joins the facts of one sample: the first value of each fact that is not null. A known time takes precedence. */
export function joinFacts(samples: readonly Partial<SampleColumns>[]): Partial<SampleColumns> {
  const filled = samples.map((sample) =>
    Object.fromEntries(
      Object.entries(sample).filter(
        ([name, fact]) => fact !== null && (fact || name !== 'collectedTimeKnown'),
      ),
    ),
  );
  return Object.assign({}, ...samples, ...filled.toReversed());
}

/** Programs write the first day of 1900 in place of an unknown date. */
const FIRST_SAMPLE = Date.UTC(1950, 0, 1);

/** The reason to reject the time of a sample, with a tolerance in ms for the sender's clock; null for a valid one. */
export function momentProblem(at: Date, tolerance = 0): string | null {
  if (at.getTime() < FIRST_SAMPLE) return 'La fecha no puede ser anterior a 1950.';
  return at.getTime() > Date.now() + tolerance ? 'La fecha no puede ser futura.' : null;
}

/**
 * The facts of a request as columns. An undefined column is not changed; null removes a fact.
 * @throws Problem BAD_REQUEST for a time in the future, or before 1950
 */
export function parseSampleFacts(facts: Facts, timeZone: string) {
  const { collectedAt, abstinenceDays, fastingHours, completeSample, whoEdition, method } = facts;
  return {
    ...(collectedAt !== undefined && parseCollected(collectedAt, timeZone)),
    receivedAt: parsePast('receivedAt', facts.receivedAt),
    analyzedAt: parsePast('analyzedAt', facts.analyzedAt),
    abstinenceDays,
    fastingHours,
    completeSample,
    whoEdition,
    method: method === '' ? null : method,
  };
}

/**
 * The columns of a set that a request changes.
 * @throws Problem NOT_FOUND for an unknown laboratory
 * @throws Problem BAD_REQUEST for a time in the future, or before 1950
 */
export async function findChangedFacts(
  transaction: Transaction,
  set: typeof resultSets.$inferSelect,
  facts: Facts & { readonly idLaboratory?: string | null | undefined },
  timeZone: string,
) {
  const { idLaboratory: laboratoryId } = facts;
  if (laboratoryId && laboratoryId !== set.laboratoryId) {
    await requireLaboratory(transaction, laboratoryId);
  }
  return findChanges(set, { ...parseSampleFacts(facts, timeZone), laboratoryId });
}

/** A day without a time is stored as its start. */
function parseCollected(value: unknown, timeZone: string) {
  if (isCalendarDay(value)) {
    const start = startOfDay(value, timeZone);
    return { collectedAt: requireValidTime('collectedAt', start), collectedTimeKnown: false };
  }
  const at = parsePast('collectedAt', value) ?? null;
  return { collectedAt: at, collectedTimeKnown: at !== null };
}

function parsePast(path: string, value: unknown): Date | null | undefined {
  if (value === undefined) return undefined;
  const at = parseWireDate(value);
  return at instanceof Date ? requireValidTime(path, at) : null;
}

function requireValidTime(path: string, at: Date): Date {
  const message = momentProblem(at);
  if (message !== null) throw toFieldProblem('BAD_REQUEST', path, message);
  return at;
}
