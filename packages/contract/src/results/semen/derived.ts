import type { AnalyteKey } from '../analytes/catalogue.ts';
import type { UnitName } from '../analytes/units.ts';
import { add, compareDecimals, type DecimalText, divide, multiply, subtract } from '../decimal.ts';
import { findExact, type MeasuredValue } from '../values.ts';
import { defectKeys, isInapplicable } from './check.ts';

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
type Derive = (values: Values) => Omit<DerivedValue, 'analyte' | 'from'> | null;

const PER_ML = '10*6/mL';
const PER_EJACULATE = '10*6/{ejaculate}';

/** TZI is printed with two decimals. */
const INDEX_PLACES = 2;

const totalNumber: Derive = (values) => {
  const concentration = findExact(values, 'concentration', PER_ML);
  const volume = findExact(values, 'volume', 'mL');
  if (concentration === null || volume === null) return null;
  const formula = `Concentración ${concentration} ×10⁶/mL por volumen ${volume} mL`;
  return { value: multiply(concentration, volume), unit: PER_EJACULATE, formula };
};

const totalMotility: Derive = (values) => {
  const progressive = findProgressive(values);
  const other = findExact(values, 'nonProgressiveMotility', '%');
  if (progressive === null || other === null) return null;
  const value = add(progressive, other);
  return { value, unit: '%', formula: `PR ${progressive} % + NP ${other} %` };
};

const progressiveMotility: Derive = (values) => {
  const rapid = findExact(values, 'rapidMotility', '%');
  const slow = findExact(values, 'slowMotility', '%');
  if (rapid === null || slow === null) return null;
  return { value: add(rapid, slow), unit: '%', formula: `a ${rapid} % + b ${slow} %` };
};

/** PR as reported, otherwise a + b. */
export const findProgressive = (values: Values) =>
  findExact(values, 'progressiveMotility', '%') ?? progressiveMotility(values)?.value ?? null;

const totalProgressiveMotile: Derive = (values) => {
  const volume = findExact(values, 'volume', 'mL');
  const concentration = findExact(values, 'concentration', PER_ML);
  const progressive = findProgressive(values);
  if (volume === null || concentration === null || progressive === null) return null;
  return {
    value: multiply(volume, concentration, progressive, '0.01'),
    unit: PER_EJACULATE,
    formula: `${volume} mL × ${concentration} ×10⁶/mL × ${progressive} % (PR)`,
  };
};

/** The four kinds of defects over the abnormal forms. */
export function computeTeratozoospermiaIndex(values: Values): DecimalText | null {
  const parts = defectKeys.map((key) => findExact(values, key, '%'));
  const normal = findExact(values, 'normalForms', '%');
  if (normal === null || parts.includes(null)) return null;
  const abnormal = subtract('100', normal);
  if (compareDecimals(abnormal, '0') <= 0) return null;
  return divide(add(...parts.filter((part) => part !== null)), abnormal, INDEX_PLACES);
}

const teratozoospermiaIndex: Derive = (values) => {
  const value = computeTeratozoospermiaIndex(values);
  if (value === null) return null;
  const [head, midpiece, tail, droplet] = defectKeys.map((key) => findExact(values, key, '%'));
  const abnormal = subtract('100', findExact(values, 'normalForms', '%') ?? '0');
  const formula = `(cabeza ${head} + pieza media ${midpiece} + cola ${tail} + gotas ${droplet}) / formas anormales ${abnormal}`;
  return { value, unit: '1', formula };
};

const perEjaculate =
  (key: AnalyteKey, unit: 'µmol' | 'mU'): Derive =>
  (values) => {
    const amount = findExact(values, key, `${unit}/mL`);
    const volume = findExact(values, 'volume', 'mL');
    if (amount === null || volume === null) return null;
    const formula = `${amount} ${unit}/mL × ${volume} mL`;
    return { value: multiply(amount, volume), unit: `${unit}/{ejaculate}`, formula };
  };

/** Derivations in the order in which they are shown. */
const derivations: Partial<Readonly<Record<AnalyteKey, Derive>>> = {
  totalNumber,
  progressiveMotility,
  totalMotility,
  teratozoospermiaIndex,
  totalProgressiveMotile,
  fructosePerEjaculate: perEjaculate('fructose', 'µmol'),
  zincPerEjaculate: perEjaculate('zinc', 'µmol'),
  citratePerEjaculate: perEjaculate('citrate', 'µmol'),
  glucosidasePerEjaculate: perEjaculate('glucosidase', 'mU'),
};

/** Derived values that the set itself does not report. */
export function derivedValues(values: Values): DerivedValue[] {
  const isSkipped = isInapplicable(values);
  const reported = new Set(values.map(({ analyte }) => analyte));
  return Object.entries(derivations).flatMap(([key, derive]) => {
    const analyte = key as AnalyteKey;
    const derived = reported.has(analyte) || isSkipped(analyte) ? null : derive(values);
    if (derived === null) return [];
    const isNeeded = (value: MeasuredValue) =>
      derive(values.filter((other) => other !== value)) === null;
    return [{ analyte, ...derived, from: values.filter(isNeeded).map((used) => used.analyte) }];
  });
}
