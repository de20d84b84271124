import { parseWireDate } from '@simiente/contract/common/dates';
import { isCalendarDay, startOfDay } from '@simiente/contract/common/days';
import type { resultFacts } from '@simiente/contract/results/fields';
import type * as z from 'zod';
import type { Transaction } from '../../../platform/database/database.ts';
import { differing } from '../../../platform/database/records.ts';
import { Problem } from '../../../platform/problem.ts';
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

export const FUTURE_SAMPLE = 'La fecha no puede ser futura.';

/**
 * The facts of a request as columns. An undefined column is not changed; null removes a fact.
 * @throws Problem BAD_REQUEST for a time in the future
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
 * @throws Problem BAD_REQUEST for a time in the future
 */
export async function differingFacts(
  transaction: Transaction,
  set: typeof resultSets.$inferSelect,
  facts: Facts & { readonly idLaboratory?: string | null | undefined },
  timeZone: string,
) {
  const { idLaboratory: laboratoryId } = facts;
  if (laboratoryId && laboratoryId !== set.laboratoryId) {
    await requireLaboratory(transaction, laboratoryId);
  }
  return differing(set, { ...parseSampleFacts(facts, timeZone), laboratoryId });
}

/** A day without a time is stored as its start. */
function parseCollected(value: unknown, timeZone: string) {
  if (isCalendarDay(value)) {
    const start = startOfDay(value, timeZone);
    return { collectedAt: refuseFuture('collectedAt', start), collectedTimeKnown: false };
  }
  const at = parsePast('collectedAt', value) ?? null;
  return { collectedAt: at, collectedTimeKnown: at !== null };
}

function parsePast(path: string, value: unknown): Date | null | undefined {
  if (value === undefined) return undefined;
  const at = parseWireDate(value);
  return at instanceof Date ? refuseFuture(path, at) : null;
}

function refuseFuture(path: string, at: Date): Date {
  if (at.getTime() <= Date.now()) return at;
  throw new Problem('BAD_REQUEST', { issues: [{ path, message: FUTURE_SAMPLE }] });
}
