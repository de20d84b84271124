import { type AnalyteKey, getAnalyte } from '../analytes/catalogue.ts';
import type { DecimalText } from '../decimal.ts';
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

export const findShare = (values: Values, key: AnalyteKey) => findExact(values, key, '%');

/** Whether the fresh sample had no spermatozoa: one of its counts is zero, and the other one is not positive. */
export function hasNoSperm(values: Values): boolean {
  const concentration = findExact(values, 'concentration', '10*6/mL');
  const total = findExact(values, 'totalNumber', '10*6/{ejaculate}');
  return (concentration === '0' || total === '0') && !isCounted(values);
}

/** Whether spermatozoa were counted in the fresh sample. */
export const isCounted = (values: Values) =>
  isPositive(values, 'concentration') || isPositive(values, 'totalNumber');

/** Whether a value is certainly more than zero; '< 5' is not. */
export function isPositive(values: Values, key: AnalyteKey): boolean {
  const [unit] = getAnalyte(key).units;
  const quantity = unit === undefined ? null : findQuantity(values, key, unit);
  return quantity !== null && isOver(quantity, '0') === true;
}

/** Whether there was no ejaculate at all. */
export const isAspermia = (values: Values) => findExact(values, 'volume', 'mL') === '0';

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
