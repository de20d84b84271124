import type { AnalyteKey } from '../analytes/catalogue.ts';
import { add, type DecimalText } from '../decimal.ts';
import { isOver } from '../quantity.ts';
import { findExact, findQuantity, type MeasuredValue } from '../values.ts';

export const checkKeys = [
  'motilitySum',
  'progressiveSum',
  'totalMotilitySum',
  'total',
  'defects',
  'index',
  'noneSeen',
  'shareOfNone',
  'counts',
  'lateAnalysis',
  'abstinence',
  'farValue',
  'implausible',
  'progressiveOverTotal',
  'motilityWhole',
  'vitality',
  'leukocytes',
  'oneCount',
  'received',
  'birth',
  'liquefaction',
  'urine',
  'culture',
  'twin',
] as const;
export type CheckKey = (typeof checkKeys)[number];

/** A message about the values of a set, or the facts of its sample. */
export interface ResultCheck {
  readonly check: CheckKey;
  /** `again`: the form asks to type the value a second time. */
  readonly level: 'ok' | 'warning' | 'again';
  readonly message: string;
  /** Fields beside which it is shown; empty for facts of the set itself. */
  readonly analytes: readonly AnalyteKey[];
}

export type ResultsByAnalyte = ReadonlyMap<string | null, readonly MeasuredValue[]>;

export interface CheckedSet {
  readonly values: readonly MeasuredValue[];
  readonly collectedAt: string | null;
  /** Whether the sample was taken before the patient was born. */
  readonly isBeforeBirth?: boolean;
  /** Whether other results of the study have the same time and some of the same analytes. */
  readonly hasOverlappingSet?: boolean;
  readonly receivedAt?: string | null;
  readonly analyzedAt: string | null;
  readonly abstinenceDays: DecimalText | null;
  /** Results of the same patient, by analyte; the set's own values are ignored. */
  readonly others?: ResultsByAnalyte;
}

type Values = readonly MeasuredValue[];

/** The end of a warning about typed values. */
export const REVISE = 'Revisa el reporte del laboratorio.';

/** @param find the message, with the level or analytes if they are not those of the check */
export const defineCheck =
  (
    check: CheckKey,
    analytes: readonly AnalyteKey[],
    find: (set: CheckedSet) => string | (Partial<ResultCheck> & { message: string }) | null,
  ) =>
  (set: CheckedSet): ResultCheck[] => {
    const found = find(set);
    const finding = typeof found === 'string' ? { message: found } : found;
    return finding === null ? [] : [{ check, level: 'warning', analytes, ...finding }];
  };

/** The exact numbers of analytes in their usual units; null if one is missing. */
export function findAll<const Keys extends readonly AnalyteKey[]>(values: Values, keys: Keys) {
  const numbers = keys.map((key) =>
    key === 'progressiveMotility' ? findProgressive(values) : findExact(values, key),
  );
  return numbers.includes(null) ? null : (numbers as { [Index in keyof Keys]: DecimalText });
}

/** PR as reported, otherwise a + b. */
export function findProgressive(values: Values): DecimalText | null {
  const parts = findAll(values, ['rapidMotility', 'slowMotility']);
  return findExact(values, 'progressiveMotility') ?? (parts && add(...parts));
}

/** Whether the fresh sample had no spermatozoa: one of its counts is zero, and the other one is not positive. */
export function hasNoSperm(values: Values): boolean {
  const counts = [findExact(values, 'concentration'), findExact(values, 'totalNumber')];
  return counts.includes('0') && !isCounted(values);
}

/** Whether spermatozoa were counted in the fresh sample. */
export const isCounted = (values: Values) =>
  isPositive(values, 'concentration') || isPositive(values, 'totalNumber');

/** Whether a value is certainly more than zero; '< 5' is not. */
export function isPositive(values: Values, key: AnalyteKey): boolean {
  const quantity = findQuantity(values, key);
  return quantity !== null && isOver(quantity, '0') === true;
}

/** Whether there was no ejaculate at all. */
export const isAspermia = (values: Values) => findExact(values, 'volume') === '0';

/** Shares that are zero without spermatozoa. Not the immotile share, which may be computed as 100 % less 0 %. */
export const livingShares = [
  'progressiveMotility',
  'rapidMotility',
  'slowMotility',
  'nonProgressiveMotility',
  'totalMotility',
  'vitality',
  'normalForms',
] as const;

export const defectKeys = [
  'headDefects',
  'midpieceDefects',
  'tailDefects',
  'cytoplasmicDroplets',
] as const;

/** Shares of spermatozoa, which are meaningless without spermatozoa. */
const sharesOfSperm: ReadonlySet<string | null> = new Set<AnalyteKey>([
  ...livingShares,
  ...defectKeys,
  'immotile',
  'totalProgressiveMotile',
  'teratozoospermiaIndex',
]);

/** Whether an analyte has no meaning in this set, and therefore no centile: a share without spermatozoa. */
export function isInapplicable(values: Values): (analyte: string | null) => boolean {
  const isEmpty = hasNoSperm(values) || isAspermia(values);
  return (analyte) => isEmpty && sharesOfSperm.has(analyte);
}

export const findPellet = (values: Values) =>
  values.find(({ analyte }) => analyte === 'pellet')?.choice ?? null;
