import {
  convertAnalyteQuantity,
  getAnalyte,
  isAnalyteKey,
} from '@simiente/contract/results/analytes/catalogue';
import { type UnitName, unitLabel } from '@simiente/contract/results/analytes/units';
import { isCriticalFlag, laboratoryFlagWords, toFlag } from '@simiente/contract/results/range';
import {
  type ResultAction,
  type ResultStatus,
  statusAfter,
} from '@simiente/contract/results/states';
import { describeNamedValue } from '@simiente/contract/results/words';
import { eq, sql } from 'drizzle-orm';
import type { PgColumn, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { type Act, may, type StaffActor } from '../../../platform/act.ts';
import type { Reader, Transaction } from '../../../platform/database/database.ts';
import { nextVersion } from '../../../platform/database/records.ts';
import { Problem, rejectStale } from '../../../platform/problem.ts';
import { resultCorrections, resultSets } from '../../../schema/results.ts';
import { type AuditEntry, writeAudit } from '../../audit/public.ts';
import { type RangeInForce, rangesInForce } from '../ranges.ts';
import { rowsInForce } from '../reading/present.ts';
import { readResult } from '../reading/read-results.ts';
import { type SetRow, selectSets, selectValues } from '../reading/read-rows.ts';
import type { SampleColumns } from './sample.ts';
import { type SentValue, type WrittenValue, writeValues } from './write-values.ts';

export type ResultSetRow = typeof resultSets.$inferSelect;

/** Columns of a set whose values an account typed; they need another second reading. */
export const authorColumns = (by: string) => ({
  enteredBy: by,
  secondReadingWay: null,
  secondReadingAt: null,
  secondReadingBy: null,
});

/**
 * Locks a set for a change.
 * @throws Problem STALE_VERSION if a version is sent that is not the current one
 */
export async function lockSet(
  transaction: Transaction,
  actor: StaffActor,
  { idResultSet: id, version }: { idResultSet: string; version?: number | undefined },
): Promise<SetRow> {
  const [set] = await selectSets(transaction, eq(resultSets.id, id)).for('update', {
    of: resultSets,
  });
  if (set === undefined) throw new Problem('NOT_FOUND');
  const shows = { kind: 'exam', id: set.examId, patientId: set.patientId } as const;
  await rejectStale(version, set, () => readResult(transaction, actor, id), shows);
  return set;
}

/** Writes the next version of a locked set, and audits it under its exam. */
export async function saveSet(
  transaction: Transaction,
  act: Act,
  { id, examId, patientId }: Pick<ResultSetRow, 'id' | 'examId' | 'patientId'>,
  columns: PgUpdateSetSource<typeof resultSets>,
  audited: Pick<AuditEntry, 'action' | 'details'>,
): Promise<void> {
  await transaction
    .update(resultSets)
    .set({ ...columns, ...nextVersion(resultSets) })
    .where(eq(resultSets.id, id));
  await markCritical(transaction, id);
  const subject = { kind: 'exam', id: examId } as const;
  await writeAudit(transaction, act, { ...audited, subject, patientId });
}

/** @throws Problem RESULT_VALIDATED, RESULT_NOT_VALIDATED, RESULT_WITHDRAWN if the status forbids the action */
export function nextStatus({ status }: SetRow, act: ResultAction): ResultStatus {
  const next = statusAfter(status, act);
  if (next !== undefined) return next;
  if (status === 'retirado') throw new Problem('RESULT_WITHDRAWN');
  throw new Problem(act === 'correct' ? 'RESULT_NOT_VALIDATED' : 'RESULT_VALIDATED');
}

/**
 * Requires the set's author, for accounts that may not change results of others.
 * @throws Problem FORBIDDEN
 */
export function requireOwnSet(actor: StaffActor, { enteredBy }: SetRow): void {
  if (enteredBy !== actor.id && !may(actor, 'results.correctAll')) throw new Problem('FORBIDDEN');
}

type JudgedValue = Pick<
  SentValue,
  'analyte' | 'name' | 'comparator' | 'value' | 'unit' | 'text' | 'choice' | 'laboratoryFlag'
>;

/**
 * Describes the critical values of a laboratory: flagged by the laboratory, or outside the critical limits that are
 * set for it.
 */
export async function describeCritical(
  db: Reader,
  { laboratoryId, method }: { laboratoryId: string | null; method?: string | null | undefined },
  values: readonly JudgedValue[],
): Promise<string[]> {
  const ranges =
    laboratoryId === null
      ? []
      : await rangesInForce(db, laboratoryId, method ?? null, sql`current_date`);
  return values.flatMap((value) => {
    const reason = findCriticalReason(value, ranges);
    return reason === null ? [] : [`${describeNamedValue(value)}. ${reason}.`];
  });
}

function findCriticalReason(value: JudgedValue, ranges: readonly RangeInForce[]): string | null {
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
    convertAnalyteQuantity(analyte, quantity, value.unit as UnitName, unit),
    range.critical,
    unit,
  );
  return flag === null || flag === 'within'
    ? null
    : `Fuera de los límites críticos: ${range.critical} ${unitLabel(unit)}`.trim();
}

/** Stores the current critical values of a set. A new critical value must be acknowledged. */
export async function markCritical(transaction: Transaction, setId: string): Promise<void> {
  const [set] = await transaction.select().from(resultSets).where(eq(resultSets.id, setId));
  if (set === undefined) return;
  const inForce = rowsInForce(await selectValues(transaction, [setId]));
  const critical = await describeCritical(transaction, set, inForce);
  if (JSON.stringify(critical) === JSON.stringify(set.critical)) return;
  const isNew = critical.some((one) => !set.critical.includes(one));
  await transaction
    .update(resultSets)
    .set({ critical, ...(isNew && { criticalSeenAt: null, criticalSeenBy: null }) })
    .where(eq(resultSets.id, setId));
}

interface Correction extends Pick<typeof resultCorrections.$inferInsert, 'kind' | 'otherSetId'> {
  /** Text for users, shown beside the earlier values. */
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
  /** If present, its reason is stored with the earlier facts and the earlier validation. */
  readonly correction?: Correction | null;
  readonly columns: PgUpdateSetSource<typeof resultSets>;
}

export const UNVALIDATED = { validatedAt: null, validatedBy: null } as const;

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

/** Facts of the samples that a simulation changed, by the id of their set. */
export type Simulation = Map<string, Facts>;

interface LaboratoryChange {
  readonly written: readonly WrittenValue[];
  readonly facts?: Partial<SampleColumns>;
  readonly reason: string;
  readonly sentAt?: Date | null;
  /** The account that accepted the change; null without a user's decision. */
  readonly by?: string | null;
  /** If present, only values are written, because an update of the set would lock its order. */
  readonly simulated?: Simulation | undefined;
}

/** The later of a stored time and another one, because an older report may add a value. */
export const laterOf = (column: PgColumn, time: Date | null) =>
  sql`greatest(${column}, ${sql.param(time, column)})`;

/**
 * Applies a laboratory's values to a locked set. A validated or corrected set needs another validation, and its
 * earlier values stay readable.
 */
export async function changeByLaboratory(
  transaction: Transaction,
  act: Act,
  set: ResultSetRow,
  { written, facts = {}, reason, sentAt, by = null, simulated }: LaboratoryChange,
): Promise<void> {
  if (simulated !== undefined) {
    simulated.set(set.id, { ...simulated.get(set.id), ...facts });
    return writeValues(transaction, { setId: set.id, enteredBy: null }, written);
  }
  const wasSettled = set.status !== 'capturado';
  // Finalising or changing a preliminary value, or adding a value or fact, is not a correction. `collectedTimeKnown` is
  // never null, so its earlier value does not show whether a time was stored.
  const corrects =
    written.some(
      ({ replaces, withdrawn }) => replaces !== null && (withdrawn || !replaces.preliminary),
    ) ||
    Object.keys(facts).some(
      (name) => name !== 'collectedTimeKnown' && set[name as keyof typeof facts] !== null,
    );
  const unvalidated = { status: 'corregido', ...UNVALIDATED } as const;
  await changeSet(transaction, act, set, {
    written,
    enteredBy: null,
    facts,
    correction: wasSettled || corrects ? { reason, by } : null,
    columns: {
      ...(wasSettled && unvalidated),
      ...(sentAt && { sentAt: laterOf(resultSets.sentAt, sentAt) }),
    },
    action: 'result.corrected',
    details: { source: set.source, values: written.length },
  });
}
