import {
  getAnalyte,
  isAnalyteKey,
  quantityIn,
} from '@simiente/contract/results/analytes/catalogue';
import { type UnitName, unitLabel } from '@simiente/contract/results/analytes/units';
import { isCriticalFlag, laboratoryFlagWords, toFlag } from '@simiente/contract/results/range';
import { describeNamedValue } from '@simiente/contract/results/words';
import { eq, sql } from 'drizzle-orm';
import type { Reader, Transaction } from '../../../platform/database/database.ts';
import { resultSets } from '../../../schema/results.ts';
import { type RangeInForce, rangesInForce } from '../ranges.ts';
import { rowsInForce } from '../reading/present.ts';
import { selectValues } from '../reading/read-rows.ts';
import type { SentValue } from './write-values.ts';

type Judged = Pick<
  SentValue,
  'analyte' | 'name' | 'comparator' | 'value' | 'unit' | 'text' | 'choice' | 'laboratoryFlag'
>;

/** The critical values among some of a laboratory, in words: by its own flag, or outside the limits that are set for it. */
export async function criticalAmong(
  db: Reader,
  { laboratoryId, method }: { laboratoryId: string | null; method?: string | null | undefined },
  values: readonly Judged[],
): Promise<string[]> {
  const ranges =
    laboratoryId === null
      ? []
      : await rangesInForce(db, laboratoryId, method ?? null, sql`current_date`);
  return values.flatMap((value) => {
    const why = whyCritical(value, ranges);
    return why === null ? [] : [`${describeNamedValue(value)}. ${why}.`];
  });
}

function whyCritical(value: Judged, ranges: readonly RangeInForce[]): string | null {
  const { analyte, comparator, laboratoryFlag } = value;
  if (laboratoryFlag != null && isCriticalFlag(laboratoryFlag)) {
    return laboratoryFlagWords(laboratoryFlag);
  }
  const range = ranges.find((one) => one.analyte === analyte && one.critical !== null);
  if (range?.critical == null || analyte === null || !isAnalyteKey(analyte)) return null;
  if (value.value === null || value.unit === null) return null;
  const unit = (range.unit ?? getAnalyte(analyte).units[0]) as UnitName;
  const quantity = { comparator, value: value.value };
  const flag = toFlag(
    quantityIn(analyte, quantity, value.unit as UnitName, unit),
    range.critical,
    unit,
  );
  return flag === null || flag === 'within'
    ? null
    : `Fuera de los límites críticos: ${range.critical} ${unitLabel(unit)}`.trim();
}

/** Stores which values of a set are critical now. A new one has to be noticed again. */
export async function markCritical(transaction: Transaction, setId: string): Promise<void> {
  const [set] = await transaction.select().from(resultSets).where(eq(resultSets.id, setId));
  if (set === undefined) return;
  const inForce = rowsInForce(await selectValues(transaction, [setId]));
  const critical = await criticalAmong(transaction, set, inForce);
  if (JSON.stringify(critical) === JSON.stringify(set.critical)) return;
  const isNew = critical.some((one) => !set.critical.includes(one));
  await transaction
    .update(resultSets)
    .set({ critical, ...(isNew && { criticalSeenAt: null, criticalSeenBy: null }) })
    .where(eq(resultSets.id, setId));
}
