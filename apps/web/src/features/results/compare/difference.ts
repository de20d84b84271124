import type { ResultSet, ResultValue } from '@simiente/contract/results/calls';
import { compareDecimals, round, subtract } from '@simiente/contract/results/decimal';
import { describeValue, unitOf } from '@simiente/contract/results/words';
import { breakWords, changesBetween, quantityOfValue, sameValueOf } from '../trend/series.ts';

interface ComparedRow {
  readonly value: Pick<ResultValue, 'analyte' | 'name'>;
  readonly before: ResultValue | undefined;
  readonly after: ResultValue | undefined;
  /** '+3.2 mL', 'Igual', or why there is none. */
  readonly difference: string;
}

const PLACES = 2;

/** The analytes of two sets of one study, in the order of the later, with what changed. */
export function compareSets(before: ResultSet, after: ResultSet): ComparedRow[] {
  const keys = new Map(
    [...after.values, ...before.values].map((value) => [`${value.analyte} ${value.name}`, value]),
  );
  return [...keys.values()].map((value) => {
    const [one, other] = [sameValueOf(before, value), sameValueOf(after, value)];
    return { value, before: one, after: other, difference: differenceOf(one, other) };
  });
}

function differenceOf(before: ResultValue | undefined, after: ResultValue | undefined): string {
  if (before === undefined || after === undefined) return '—';
  if (before.value === null || after.value === null) {
    return describeValue(before) === describeValue(after) ? 'Igual' : 'Distinto';
  }
  const earlier = quantityOfValue(before, after.unit);
  if (earlier === null) return 'Sin conversión entre unidades';
  if (earlier.comparator !== null || after.comparator !== null) return 'Valor con < o >';
  const order = compareDecimals(after.value, earlier.value);
  if (order === 0) return 'Igual';
  const amount = round(subtract(after.value, earlier.value), PLACES).replace('-', '−');
  const unit = unitOf(after);
  // A difference of shares is of points, not of per cent.
  const words =
    unit === '%' ? (/^−?1$/.test(amount) ? ' punto' : ' puntos') : unit === '' ? '' : ` ${unit}`;
  return `${order > 0 ? '+' : ''}${amount}${words}`;
}

/** Why the two cannot be compared as if they were one series; empty when they can, and without a number in both. */
export function breaksBetweenSets(before: ResultSet, after: ResultSet): string[] {
  const hasNumbers = after.values.some(
    (value) => value.value !== null && sameValueOf(before, value)?.value != null,
  );
  return hasNumbers ? changesBetween(before, after).map((one) => breakWords[one]) : [];
}
