import { parseWireDate } from '@simiente/contract/common/dates';
import { isCalendarDay, startOfDay } from '@simiente/contract/common/days';
import type { resultFacts } from '@simiente/contract/results/fields';
import type * as z from 'zod';
import { Problem } from '../../../platform/problem.ts';
import type { resultSets } from '../../../schema/results.ts';

type Facts = z.output<z.ZodObject<typeof resultFacts>>;

const sampleKeys = [
  'collectedAt',
  'collectedTimeKnown',
  'receivedAt',
  'analyzedAt',
  'abstinenceDays',
  'fastingHours',
  'completeSample',
  'method',
  'whoEdition',
] as const;
export type SampleColumns = Pick<typeof resultSets.$inferSelect, (typeof sampleKeys)[number]>;

export const pickSample = (row: SampleColumns) =>
  Object.fromEntries(sampleKeys.map((key) => [key, row[key]])) as SampleColumns;

export const FUTURE_SAMPLE = 'La fecha no puede ser futura.';

/**
 * The given facts as columns. Absent facts stay absent; null removes a fact.
 * @throws Problem BAD_REQUEST for a moment in the future
 */
export function sampleColumns(facts: Facts, timeZone: string): Partial<SampleColumns> {
  const { collectedAt, receivedAt, analyzedAt, method, ...rest } = facts;
  const { abstinenceDays, fastingHours, completeSample, whoEdition } = rest;
  return {
    ...(collectedAt !== undefined && collected(collectedAt, timeZone)),
    ...given({
      receivedAt: moment('receivedAt', receivedAt),
      analyzedAt: moment('analyzedAt', analyzedAt),
      abstinenceDays,
      fastingHours,
      completeSample,
      whoEdition,
      method: method === '' ? null : method,
    }),
  };
}

/** Drops undefined fields. */
function given<T extends object>(columns: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const entries = Object.entries(columns).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof T]?: Exclude<T[Name], undefined> };
}

function collected(value: unknown, timeZone: string) {
  if (isCalendarDay(value)) {
    const start = startOfDay(value, timeZone);
    return { collectedAt: refuseFuture('collectedAt', start), collectedTimeKnown: false };
  }
  const at = moment('collectedAt', value) ?? null;
  return { collectedAt: at, collectedTimeKnown: at !== null };
}

function moment(path: string, value: unknown): Date | null | undefined {
  if (value === undefined) return undefined;
  const read = parseWireDate(value);
  return read instanceof Date ? refuseFuture(path, read) : null;
}

function refuseFuture(path: string, at: Date): Date {
  if (at.getTime() <= Date.now()) return at;
  throw new Problem('BAD_REQUEST', { issues: [{ path, message: FUTURE_SAMPLE }] });
}
