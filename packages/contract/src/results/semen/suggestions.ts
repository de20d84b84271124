import { type AnalyteKey, getAnalyte } from '../analytes/catalogue.ts';
import type { WhoEdition } from '../analytes/studies.ts';
import { unitLabel } from '../analytes/units.ts';
import { isUnder, writeQuantity } from '../quantity.ts';
import { findQuantity, type MeasuredValue } from '../values.ts';
import { findFifthCentile } from './centile.ts';
import { findPellet, hasNoSperm, isAspermia } from './check.ts';
import { consensusThresholds } from './consensus.ts';
import { type DerivedValue, derivedValues } from './derived.ts';

/** A word for a doctor to consider, with its rule. It is never a diagnosis. */
export interface Suggestion {
  readonly word: string;
  readonly rule: string;
}

type Values = readonly MeasuredValue[];

/** 'concentración 14 ×10⁶/mL, por debajo del percentil 5 (16)'; null unless the value is certainly below. */
function describeUnderFifth(
  values: Values,
  key: AnalyteKey,
  edition: WhoEdition | null,
): string | null {
  const fifth = findFifthCentile(key, edition);
  const quantity = fifth === null ? null : findQuantity(values, key, fifth.unit);
  if (fifth === null || quantity === null || isUnder(quantity, fifth.at) !== true) return null;
  return `${describeAnalyte(key)} ${writeQuantity(quantity)} ${unitLabel(fifth.unit)}, por debajo del percentil 5 (${fifth.at})`;
}

const describeAnalyte = (key: AnalyteKey) => {
  const { label } = getAnalyte(key);
  return label.charAt(0).toLocaleLowerCase('es') + label.slice(1);
};

/** The parts of words such as 'oligoastenozoospermia', in their order. */
const wordParts = [
  { part: 'oligo', keys: ['concentration', 'totalNumber'] },
  { part: 'asteno', keys: ['progressiveMotility', 'totalMotility'] },
  { part: 'terato', keys: ['normalForms'] },
] as const;

function suggestCombinedWord(values: Values, edition: WhoEdition | null): Suggestion[] {
  const lowParts = wordParts.flatMap(({ part, keys }) => {
    const rules = keys.flatMap((key) => describeUnderFifth(values, key, edition) ?? []);
    return rules.length === 0 ? [] : [{ part, rules }];
  });
  if (lowParts.length === 0) return [];
  const word = `${lowParts.map(({ part }) => part).join('')}zoospermia`;
  return [{ word, rule: lowParts.flatMap(({ rules }) => rules).join('; ') }];
}

function suggest(word: string, rule: string | null): Suggestion[] {
  return rule === null ? [] : [{ word, rule }];
}

/** Suggestions for a fresh sample without spermatozoa, by its centrifuged pellet, which must have been examined. */
const FROM_PELLET: Readonly<Record<string, readonly [word: string, rule: string]>> = {
  none: [
    'azoospermia',
    'no se observaron espermatozoides en fresco ni en el sedimento centrifugado',
  ],
  seen: [
    'criptozoospermia',
    'no se observaron espermatozoides en fresco, y sí en el sedimento centrifugado',
  ],
};

function suggestLeukocytospermia(values: Values): Suggestion[] {
  const { unit, at } = consensusThresholds.leukocytes;
  const quantity = findQuantity(values, 'leukocytes', unit);
  if (quantity === null || isUnder(quantity, at) !== false) return [];
  const rule = `leucocitos ${writeQuantity(quantity)} ${unitLabel(unit)}, en el umbral de consenso (${at}) o por arriba`;
  return [{ word: 'leucocitospermia', rule }];
}

/**
 * The words that a program may suggest to a doctor, from reported and derived values. Thresholds: the 5th centile and
 * the consensus of WHO.
 */
export function suggestWords(
  reported: Values,
  edition: WhoEdition | null,
  derived: readonly DerivedValue[] = derivedValues(reported),
): Suggestion[] {
  if (isAspermia(reported)) {
    return [{ word: 'aspermia', rule: 'volumen 0 mL: no hubo eyaculado' }];
  }
  const isEmpty = hasNoSperm(reported);
  const [pelletWord = '', pelletRule = null] = FROM_PELLET[findPellet(reported) ?? ''] ?? [];
  const values = [...reported, ...derived.map((value) => ({ ...value, comparator: null }))];
  return [
    ...(isEmpty ? suggest(pelletWord, pelletRule) : suggestCombinedWord(values, edition)),
    ...suggest('necrozoospermia', isEmpty ? null : describeUnderFifth(values, 'vitality', edition)),
    ...suggestLeukocytospermia(values),
    ...suggest('hipospermia', describeUnderFifth(values, 'volume', edition)),
  ];
}
