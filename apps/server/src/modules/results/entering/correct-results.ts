import {
  type correctedResultSet,
  readValue,
  type TypedValue,
} from '@simiente/contract/results/fields';
import { pickReportedFields } from '@simiente/contract/results/values';
import type * as z from 'zod';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { toFieldProblem } from '../../../platform/problem.ts';
import { type CurrentValue, currentValues } from '../reading/present.ts';
import { selectValues } from '../reading/read-rows.ts';
import { changeSet, UNVALIDATED } from './change-set.ts';
import { authorColumns, lockSet, nextStatus, requireOwnSet } from './lock-set.ts';
import { differingFacts } from './sample.ts';
import { isSameRow, isSameValue, requirePlausible, type WrittenValue } from './write-values.ts';

type Correction = z.output<typeof correctedResultSet>;

/**
 * Corrects validated results, with a reason. The earlier values stay readable, and the set needs another
 * validation. A correction without changes has no effect.
 * @throws Problem FORBIDDEN, RESULT_NOT_VALIDATED, VALUE_OF_ANOTHER_ROW, BAD_REQUEST
 */
export async function correctResults(
  transaction: Transaction,
  context: StaffContext,
  input: Correction,
): Promise<{ id: string }> {
  const { actor, clinicTimeZone } = context;
  const set = await lockSet(transaction, actor, input);
  const status = nextStatus(set, 'correct');
  requireOwnSet(actor, set);
  const facts = await differingFacts(transaction, set, input, clinicTimeZone);
  const rows = await selectValues(transaction, [set.id]);
  const written = correctedValues(currentValues(rows, set.examType), input.values);
  requirePlausible(written, input);
  if (written.length === 0 && Object.keys(facts).length === 0) return { id: set.id };
  await changeSet(transaction, context, set, {
    written,
    enteredBy: actor.id,
    facts,
    correction: { reason: input.reason, by: actor.id },
    columns: { status, ...UNVALIDATED, ...authorColumns(actor.id) },
    action: 'result.corrected',
    // The reason and the values are health data; their number is not.
    details: { values: written.length, facts: Object.keys(facts) },
  });
  return { id: set.id };
}

function correctedValues(
  current: readonly CurrentValue[],
  corrections: Correction['values'],
): WrittenValue[] {
  const seen = new Set<string>();
  return corrections.flatMap(({ idValue, withdrawn, ...typed }, index): WrittenValue[] => {
    const refuse = (path: string, message: string): never => {
      throw toFieldProblem('BAD_REQUEST', `values.${index}.${path}`, message);
    };
    const { analyte = null, name = null } = typed;
    const old = current.find(({ row }) =>
      idValue === undefined ? isSameRow({ analyte, name }, row) : row.id === idValue,
    )?.row;
    if (old === undefined && (withdrawn || idValue !== undefined)) {
      return refuse('idValue', 'Este valor ya no está vigente. Vuelve a abrir los resultados.');
    }
    if (old !== undefined) {
      if (seen.has(old.id)) refuse('idValue', 'Este valor está dos veces.');
      seen.add(old.id);
      requireSameRow(old, typed, index);
    }
    if (withdrawn) {
      if (old === undefined || old.withdrawn) return [];
      return [{ value: pickReportedFields(old), replaces: old, withdrawn: true }];
    }
    const read = readValue(old === undefined ? typed : withInherited(old, typed));
    if ('problem' in read) return refuse(read.problem.path, read.problem.message);
    // A range applies to the unit in which it was printed.
    const losesRange = typed.range === undefined && old?.unit !== read.value.unit;
    const value = losesRange ? { ...read.value, range: null } : read.value;
    const isSame =
      old !== undefined && !old.withdrawn && isSameValue(pickReportedFields(old), value);
    return isSame ? [] : [{ value, replaces: old ?? null }];
  });
}

/**
 * Requires that a value is corrected in its own row, because another analyte or name is a different value.
 * @throws Problem VALUE_OF_ANOTHER_ROW
 */
function requireSameRow(old: CurrentValue['row'], typed: TypedValue, index: number): void {
  const differs = (name: 'analyte' | 'name') =>
    typed[name] !== undefined && (typed[name] || null) !== old[name];
  const path = differs('analyte') ? 'analyte' : differs('name') ? 'name' : null;
  if (path === null) return;
  const message = 'El valor es de otro analito o nombre. Retíralo y agrega el nuevo.';
  throw toFieldProblem('VALUE_OF_ANOTHER_ROW', `values.${index}.${path}`, message);
}

/** A correction need not repeat the name, unit and range of the value. */
function withInherited(old: CurrentValue['row'], typed: TypedValue): TypedValue {
  const { analyte = old.analyte, name = old.name, unit = old.unit, range = old.range } = typed;
  return { ...typed, analyte, name, unit, range };
}
