import { type AnalyteKey, getAnalyte } from '../analytes/catalogue.ts';
import type { WhoEdition } from '../analytes/studies.ts';
import { type UnitName, unitLabel } from '../analytes/units.ts';
import { isUnder, writeQuantity } from '../quantity.ts';
import { findQuantity, type MeasuredValue } from '../values.ts';
import { findFifthCentile } from './centile.ts';
import { findPellet, isAspermia, isNoneSeen } from './check.ts';
import { consensusThresholds } from './consensus.ts';
import { type DerivedValue, derivedValues } from './derived.ts';

/** A word for a doctor to consider, with its rule. It is never a diagnosis. */
export interface Suggestion {
  readonly word: string;
  readonly rule: string;
}

type Values = readonly MeasuredValue[];

/** Words such as 'concentración 14 ×10⁶/mL, por debajo del percentil 5 (16)'; null unless it is certainly below. */
function underFifth(values: Values, key: AnalyteKey, edition: WhoEdition | null): string | null {
  const fifth = findFifthCentile(key, edition);
  const quantity = fifth === null ? null : findQuantity(values, key, fifth.unit);
  if (fifth === null || quantity === null || isUnder(quantity, fifth.at) !== true) return null;
  return `${describeAnalyte(key)} ${writeQuantity(quantity)} ${unitLabel(fifth.unit)}, por debajo del percentil 5 (${fifth.at})`;
}

const describeAnalyte = (key: AnalyteKey) => {
  const { label } = getAnalyte(key);
  return label.charAt(0).toLocaleLowerCase('es') + label.slice(1);
};

/** The parts of combined words, in their order. */
const joined = [
  { part: 'oligo', keys: ['concentration', 'totalNumber'] },
  { part: 'asteno', keys: ['progressiveMotility', 'totalMotility'] },
  { part: 'terato', keys: ['normalForms'] },
] as const;

function joinedForms(values: Values, edition: WhoEdition | null): Suggestion[] {
  const found = joined.flatMap(({ part, keys }) => {
    const rules = keys.flatMap((key) => underFifth(values, key, edition) ?? []);
    return rules.length === 0 ? [] : [{ part, rules }];
  });
  if (found.length === 0) return [];
  const word = `${found.map(({ part }) => part).join('')}zoospermia`;
  return [{ word, rule: found.flatMap(({ rules }) => rules).join('; ') }];
}

function single(word: string, rule: string | null): Suggestion[] {
  return rule === null ? [] : [{ word, rule }];
}

/** Zero in the fresh sample is inconclusive until a centrifuged pellet was examined. */
function withoutAny(values: Values): Suggestion[] {
  const pellet = findPellet(values);
  if (pellet === 'none') {
    const rule = 'no se observaron espermatozoides en fresco ni en el sedimento centrifugado';
    return [{ word: 'azoospermia', rule }];
  }
  if (pellet === 'seen') {
    const rule = 'no se observaron espermatozoides en fresco, y sí en el sedimento centrifugado';
    return [{ word: 'criptozoospermia', rule }];
  }
  return [];
}

function leukocytes(values: Values): Suggestion[] {
  const { unit, at } = consensusThresholds.leukocytes;
  const quantity = findQuantity(values, 'leukocytes', unit satisfies UnitName);
  if (quantity === null || isUnder(quantity, at) !== false) return [];
  const rule = `leucocitos ${writeQuantity(quantity)} ${unitLabel(unit)}, en el umbral de consenso (${at}) o por arriba`;
  return [{ word: 'leucocitospermia', rule }];
}

/**
 * The diagnoses that a program may suggest to a doctor, from reported and derived values. Source: clinical.md,
 * section 1.
 */
export function suggestWords(
  reported: Values,
  edition: WhoEdition | null,
  derived: readonly DerivedValue[] = derivedValues(reported),
): Suggestion[] {
  if (isAspermia(reported)) {
    return [{ word: 'aspermia', rule: 'volumen 0 mL: no hubo eyaculado' }];
  }
  const isEmpty = isNoneSeen(reported);
  const values = [...reported, ...derived.map((value) => ({ ...value, comparator: null }))];
  return [
    ...(isEmpty ? withoutAny(reported) : joinedForms(values, edition)),
    ...single('necrozoospermia', isEmpty ? null : underFifth(values, 'vitality', edition)),
    ...leukocytes(values),
    ...single('hipospermia', underFifth(values, 'volume', edition)),
  ];
}
