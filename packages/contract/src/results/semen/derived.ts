import { type AnalyteKey, getAnalyte } from '../analytes/catalogue.ts';
import type { UnitName } from '../analytes/units.ts';
import { add, compareDecimals, type DecimalText, divide, multiply, subtract } from '../decimal.ts';
import type { MeasuredValue } from '../values.ts';
import { defectKeys, findAll, isInapplicable } from './check.ts';

/** A computed value that the laboratory did not report, with its formula. */
export interface DerivedValue {
  readonly analyte: AnalyteKey;
  readonly value: DecimalText;
  readonly unit: UnitName;
  /** Formula with its numbers, in Spanish. */
  readonly formula: string;
  /** The analytes from which it is computed. */
  readonly from: readonly (string | null)[];
}

type Values = readonly MeasuredValue[];
type Derive = (values: Values) => readonly [value: DecimalText, formula: string] | null;

/** A value that is computed from the exact numbers of other analytes. */
const derive =
  <const Keys extends readonly AnalyteKey[]>(
    keys: Keys,
    compute: (...numbers: { [Index in keyof Keys]: DecimalText }) => ReturnType<Derive>,
  ): Derive =>
  (values) => {
    const numbers = findAll(values, keys);
    return numbers && compute(...numbers);
  };

const perEjaculate = (key: AnalyteKey, unit: string) =>
  derive([key, 'volume'], (amount, volume) => [
    multiply(amount, volume),
    `${amount} ${unit}/mL × ${volume} mL`,
  ]);

/** TZI is printed with two decimals. */
const INDEX_PLACES = 2;

/** Derivations in the order in which they are shown. */
const derivations = {
  totalNumber: derive(['concentration', 'volume'], (concentration, volume) => [
    multiply(concentration, volume),
    `Concentración ${concentration} ×10⁶/mL por volumen ${volume} mL`,
  ]),
  progressiveMotility: derive(['rapidMotility', 'slowMotility'], (rapid, slow) => [
    add(rapid, slow),
    `a ${rapid} % + b ${slow} %`,
  ]),
  totalMotility: derive(['progressiveMotility', 'nonProgressiveMotility'], (progressive, other) => [
    add(progressive, other),
    `PR ${progressive} % + NP ${other} %`,
  ]),
  teratozoospermiaIndex: derive(['normalForms', ...defectKeys], (normal, ...defects) => {
    const abnormal = subtract('100', normal);
    if (compareDecimals(abnormal, '0') <= 0) return null;
    const [head, midpiece, tail, droplet] = defects;
    return [
      divide(add(...defects), abnormal, INDEX_PLACES),
      `(cabeza ${head} + pieza media ${midpiece} + cola ${tail} + gotas ${droplet}) / formas anormales ${abnormal}`,
    ];
  }),
  totalProgressiveMotile: derive(
    ['volume', 'concentration', 'progressiveMotility'],
    (volume, concentration, progressive) => [
      multiply(volume, concentration, progressive, '0.01'),
      `${volume} mL × ${concentration} ×10⁶/mL × ${progressive} % (PR)`,
    ],
  ),
  fructosePerEjaculate: perEjaculate('fructose', 'µmol'),
  zincPerEjaculate: perEjaculate('zinc', 'µmol'),
  citratePerEjaculate: perEjaculate('citrate', 'µmol'),
  glucosidasePerEjaculate: perEjaculate('glucosidase', 'mU'),
} satisfies Partial<Record<AnalyteKey, Derive>>;

export const computeTeratozoospermiaIndex = (values: Values) =>
  derivations.teratozoospermiaIndex(values)?.[0] ?? null;

/** Derived values that the set itself does not report. */
export function derivedValues(values: Values): DerivedValue[] {
  const isSkipped = isInapplicable(values);
  const reported = new Set(values.map(({ analyte }) => analyte));
  return Object.entries(derivations).flatMap(([key, derive]) => {
    const analyte = key as AnalyteKey;
    const derived = reported.has(analyte) || isSkipped(analyte) ? null : derive(values);
    const [unit] = getAnalyte(analyte).units;
    if (derived === null || unit === undefined) return [];
    const [value, formula] = derived;
    const isNeeded = (one: MeasuredValue) =>
      derive(values.filter((other) => other !== one)) === null;
    const from = values.filter(isNeeded).map((used) => used.analyte);
    return [{ analyte, value, unit, formula, from }];
  });
}
