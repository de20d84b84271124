import type { BasisChangeKind } from '@simiente/contract/reports/states';
import type { BasisChange } from '@simiente/contract/reports/version';
import { describeWithUnit } from '@simiente/contract/results/words';

/** Predicates for a changed value, as in 'ese resultado se retiró'. */
const stateWords: Readonly<Record<BasisChangeKind, string>> = {
  corrected: 'tiene otra marca del laboratorio',
  withdrawn: 'se retiró',
  deleted: 'se eliminó con su estudio',
  preliminary: 'es preliminar',
  sample: 'es de otra fecha, laboratorio, método o edición',
  held: 'está en espera de una decisión',
  patient: 'ya no está en la ficha',
};

interface CurrentValue {
  readonly old: string | null;
  readonly now: string | null;
  /** The laboratory's current range in brackets; empty if the range did not change. */
  readonly range: string;
  /** Predicate for the value; null if the new value explains itself. */
  readonly state: string | null;
}

export function describeCurrent({ before, after, derivedFrom, change }: BasisChange): CurrentValue {
  const describe = (value: BasisChange['before']) =>
    value && describeWithUnit({ ...value, derived: derivedFrom });
  const [old, now] = [describe(before), describe(after)];
  const isRangeChanged = after !== null && before?.range !== after.range;
  const isUnchanged = now !== null && now === old && !isRangeChanged;
  const isUncalculated = now === null && derivedFrom !== null;
  const isStated = now === null || isUnchanged || change === 'held' || change === 'preliminary';
  return {
    old,
    now,
    range: isRangeChanged ? ` (rango ${after.range ?? 'sin imprimir'})` : '',
    state: isUncalculated ? 'ya no se calcula' : isStated ? stateWords[change] : null,
  };
}
