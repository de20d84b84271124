import { hash } from 'node:crypto';
import type { resultsContract } from '@simiente/contract/results/calls';
import { readDecimal } from '@simiente/contract/results/decimal';
import { isNoneSeen, readQuantity } from '@simiente/contract/results/quantity';
import {
  RETYPED_FIELDS,
  type ReadingBasis,
  type SecondReadingWay,
} from '@simiente/contract/results/states';
import { sql } from 'drizzle-orm';
import { may } from '../../../platform/act.ts';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { CallInput } from '../../../platform/calls/handlers.ts';
import type { Reader, Transaction } from '../../../platform/database/database.ts';
import { Problem, toFieldProblem } from '../../../platform/problem.ts';
import { isOwnResult, lacksSecondReading, rowsInForce } from '../reading/present.ts';
import { readResult } from '../reading/read-results.ts';
import { type SetRow, selectValues, type ValueRow } from '../reading/read-rows.ts';
import { lockSet, nextStatus, saveSet } from './change-set.ts';

type ReadableSet = Pick<SetRow, 'id' | 'version' | 'typists' | 'assigner'>;

/**
 * How an account may give the second reading of a set. An account that typed or assigned the set retypes values that
 * the server chooses, typed values if there are any; another account retypes none.
 */
export async function findSecondReading(
  db: Reader,
  actorId: string,
  set: ReadableSet,
): Promise<{ way: SecondReadingWay; fields: ValueRow[] }> {
  if (!isOwnResult(set, actorId)) return { way: 'other', fields: [] };
  const rows = rowsInForce(await selectValues(db, [set.id]));
  const typed = rows.filter(({ enteredBy }) => enteredBy !== null);
  const fields = (typed.length > 0 ? typed : rows)
    // Pseudorandom, but the same for every request of one version.
    .toSorted((one, other) => (selectionDigest(set, one) < selectionDigest(set, other) ? -1 : 1))
    .slice(0, RETYPED_FIELDS);
  return { way: 'retyped', fields };
}

const selectionDigest = ({ id, version }: ReadableSet, value: ValueRow) =>
  hash('sha256', `${id}\n${version}\n${value.id}`);

/**
 * Confirms typed values, by another user or by retyping.
 * @throws Problem BAD_REQUEST if neither the file was opened nor the paper read
 * @throws Problem SECOND_READING_DIFFERS
 */
export async function confirmResults(
  transaction: Transaction,
  context: StaffContext,
  input: CallInput<typeof resultsContract.confirm>,
): Promise<{ id: string }> {
  const { actor } = context;
  const set = await lockSet(transaction, actor, input);
  // The later of two concurrent second readings has no effect.
  if (!lacksSecondReading(set)) return { id: set.id };
  requireBasis(await readResult(transaction, actor, set.id), input.basis);
  const { way, fields } = await findSecondReading(transaction, actor.id, set);
  const issues = fields.flatMap((field) => findDifference(field, input.retyped ?? []));
  if (issues.length > 0) throw new Problem('SECOND_READING_DIFFERS', { issues });
  await saveSet(transaction, context, set, secondReadingColumns(way, actor.id), {
    action: 'result.confirmed',
    details: { way, basis: input.basis },
  });
  return { id: set.id };
}

/** Requires that the user opened the study's file, or read a paper if the study has no file. */
function requireBasis(
  { fileUrl }: { readonly fileUrl: string | null },
  basis: ReadingBasis | undefined,
): void {
  if (basis === (fileUrl === null ? 'paper' : 'file')) return;
  const message =
    fileUrl === null
      ? 'Este estudio no tiene archivo: confirma que lo leíste del reporte en papel.'
      : 'Abre primero el archivo del estudio.';
  throw toFieldProblem('BAD_REQUEST', 'basis', message);
}

const secondReadingColumns = (way: SecondReadingWay, by: string) => ({
  secondReadingWay: way,
  secondReadingAt: sql`now()`,
  secondReadingBy: by,
});

function findDifference(
  field: ValueRow,
  retyped: NonNullable<CallInput<typeof resultsContract.confirm>['retyped']>,
) {
  const index = retyped.findIndex(({ idValue }) => idValue === field.id);
  const typed = retyped[index]?.value.trim();
  if (typed !== undefined && typed !== '' && matchesRetyped(field, typed)) return [];
  const path = index < 0 ? 'retyped' : `retyped.${index}.value`;
  return [{ path, message: 'No coincide con la captura. Revisa el reporte del laboratorio.' }];
}

const fold = (text: string | null) => text?.trim().toLocaleLowerCase('es') ?? null;

function matchesRetyped({ value, comparator, text, choice }: ValueRow, typed: string): boolean {
  if (value !== null) {
    if (value === '0' && isNoneSeen(typed)) return true;
    const quantity = readQuantity(typed);
    return quantity?.value === readDecimal(value) && quantity.comparator === comparator;
  }
  return fold(typed) === fold(choice) || fold(typed) === fold(text);
}

/**
 * Validates results. Validating another account's results counts as their second reading.
 * @throws Problem RESULT_VALIDATED
 * @throws Problem RESULT_PRELIMINARY while the laboratory may still change a value
 * @throws Problem RESULT_HELD while other values of the laboratory wait for a decision
 * @throws Problem OWN_RESULT for an account that may only validate results of others
 * @throws Problem BAD_REQUEST if neither the file was opened nor the paper read, unless the values were read twice
 * @throws Problem CHECKS_OPEN for an unacknowledged warning
 */
export async function validateResults(
  transaction: Transaction,
  context: StaffContext,
  input: CallInput<typeof resultsContract.validate>,
): Promise<{ id: string }> {
  const { actor } = context;
  const set = await lockSet(transaction, actor, input);
  const isOwn = isOwnResult(set, actor.id);
  const status = nextStatus(set, 'validate');
  if (isOwn && !may(actor, 'results.validateOwn')) throw new Problem('OWN_RESULT');
  if (set.isPreliminary) throw new Problem('RESULT_PRELIMINARY');
  if (set.waiting !== null) throw new Problem('RESULT_HELD');
  const read = await readResult(transaction, actor, set.id);
  if (lacksSecondReading(set)) requireBasis(read, input.basis);
  const warnings = read.checks.filter(({ level }) => level !== 'ok').map(({ message }) => message);
  if (warnings.some((message) => !input.acknowledged.includes(message))) {
    throw new Problem('CHECKS_OPEN');
  }
  const columns = {
    status,
    acknowledged: warnings,
    validatedAt: sql`now()`,
    validatedBy: actor.id,
    ...(!isOwn && lacksSecondReading(set) && secondReadingColumns('other', actor.id)),
  };
  await saveSet(transaction, context, set, columns, {
    action: 'result.validated',
    details: {
      own: isOwn,
      acknowledged: warnings.length,
      ...(input.basis && { basis: input.basis }),
    },
  });
  return { id: set.id };
}

export async function seeCritical(
  transaction: Transaction,
  context: StaffContext,
  input: { readonly idResultSet: string; readonly version?: number | undefined },
): Promise<{ id: string }> {
  const { actor } = context;
  const set = await lockSet(transaction, actor, input);
  // Only the first acknowledgment is stored.
  if (set.critical.length === 0 || set.criticalSeenAt !== null) return { id: set.id };
  const columns = { criticalSeenAt: sql`now()`, criticalSeenBy: actor.id };
  await saveSet(transaction, context, set, columns, {
    action: 'result.critical_seen',
    details: { values: set.critical.length },
  });
  return { id: set.id };
}
