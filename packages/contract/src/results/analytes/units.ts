import { type DecimalText, divide, multiply } from '../decimal.ts';

/**
 * Dimension of a unit. Units convert within a dimension only: mass and amount of substance are two, because a molar
 * mass is needed between them, and arbitrary units (UI) convert among themselves alone.
 */
export type Dimension =
  | 'volume'
  | 'perVolume'
  | 'perEjaculate'
  | 'perUrine'
  | 'share'
  | 'massPerVolume'
  | 'substancePerVolume'
  | 'arbitraryPerVolume'
  | 'substancePerEjaculate'
  | 'arbitraryPerEjaculate'
  | 'time'
  | 'length'
  | 'none';

export interface Unit {
  readonly ucum: string;
  /** Label for users. */
  readonly label: string;
  readonly dimension: Dimension;
  /** How many of the dimension's first unit are one of it: a power of ten, or one of 60 for time. */
  readonly factor: DecimalText;
  /** Other names of it in lower case, besides the writings that `readUnit` reads by their parts. */
  readonly alsoWritten?: readonly string[];
}

/** The units, by the name that they have on the wire. Source of the Mexican ones: clinical.md, section 2. */
export const units = {
  mL: {
    ucum: 'mL',
    label: 'mL',
    dimension: 'volume',
    factor: '1',
    alsoWritten: ['cc', 'cm3', 'cm³'],
  },
  '10*6/mL': {
    ucum: '10*6/mL',
    label: '×10⁶/mL',
    dimension: 'perVolume',
    factor: '1',
  },
  '10*3/mL': {
    ucum: '10*3/mL',
    label: '×10³/mL',
    dimension: 'perVolume',
    factor: '0.001',
  },
  '/mL': {
    ucum: '/mL',
    label: '/mL',
    dimension: 'perVolume',
    factor: '0.000001',
  },
  '10*6/{ejaculate}': {
    ucum: '10*6/{ejaculate}',
    label: '×10⁶ por eyaculado',
    dimension: 'perEjaculate',
    factor: '1',
  },
  '10*6/{urine}': {
    ucum: '10*6/{urine}',
    label: '×10⁶ por orina',
    dimension: 'perUrine',
    factor: '1',
    alsoWritten: ['10*6'],
  },
  '%': {
    ucum: '%',
    label: '%',
    dimension: 'share',
    factor: '1',
    alsoWritten: ['porciento', 'pct'],
  },
  'mUI/mL': {
    ucum: 'm[IU]/mL',
    label: 'mUI/mL',
    dimension: 'arbitraryPerVolume',
    factor: '1',
    alsoWritten: ['miu/ml', 'mu/ml'],
  },
  'UI/L': {
    ucum: '[IU]/L',
    label: 'UI/L',
    dimension: 'arbitraryPerVolume',
    factor: '1',
    alsoWritten: ['iu/l', 'u/l'],
  },
  'mUI/L': {
    ucum: 'm[IU]/L',
    label: 'mUI/L',
    dimension: 'arbitraryPerVolume',
    factor: '0.001',
    alsoWritten: ['miu/l', 'mu/l'],
  },
  'µUI/mL': {
    ucum: 'u[IU]/mL',
    label: 'µUI/mL',
    dimension: 'arbitraryPerVolume',
    factor: '0.001',
    alsoWritten: ['uui/ml', 'uiu/ml', 'uu/ml'],
  },
  'ng/dL': { ucum: 'ng/dL', label: 'ng/dL', dimension: 'massPerVolume', factor: '1' },
  'ng/mL': {
    ucum: 'ng/mL',
    label: 'ng/mL',
    dimension: 'massPerVolume',
    factor: '100',
    alsoWritten: ['ug/l'],
  },
  'ng/L': { ucum: 'ng/L', label: 'ng/L', dimension: 'massPerVolume', factor: '0.1' },
  'pg/mL': { ucum: 'pg/mL', label: 'pg/mL', dimension: 'massPerVolume', factor: '0.1' },
  'pg/dL': { ucum: 'pg/dL', label: 'pg/dL', dimension: 'massPerVolume', factor: '0.001' },
  'µg/dL': {
    ucum: 'ug/dL',
    label: 'µg/dL',
    dimension: 'massPerVolume',
    factor: '1000',
    alsoWritten: ['mcg/dl'],
  },
  'µg/mL': {
    ucum: 'ug/mL',
    label: 'µg/mL',
    dimension: 'massPerVolume',
    factor: '100000',
    alsoWritten: ['mcg/ml', 'mg/l'],
  },
  'mg/dL': { ucum: 'mg/dL', label: 'mg/dL', dimension: 'massPerVolume', factor: '1000000' },
  'mg/mL': { ucum: 'mg/mL', label: 'mg/mL', dimension: 'massPerVolume', factor: '100000000' },
  'nmol/L': { ucum: 'nmol/L', label: 'nmol/L', dimension: 'substancePerVolume', factor: '1' },
  'pmol/L': { ucum: 'pmol/L', label: 'pmol/L', dimension: 'substancePerVolume', factor: '0.001' },
  'µmol/L': { ucum: 'umol/L', label: 'µmol/L', dimension: 'substancePerVolume', factor: '1000' },
  'mmol/L': { ucum: 'mmol/L', label: 'mmol/L', dimension: 'substancePerVolume', factor: '1000000' },
  'µmol/mL': {
    ucum: 'umol/mL',
    label: 'µmol/mL',
    dimension: 'substancePerVolume',
    factor: '1000000',
  },
  'mU/mL': { ucum: 'mU/mL', label: 'mU/mL', dimension: 'arbitraryPerVolume', factor: '1' },
  'µmol/{ejaculate}': {
    ucum: 'umol/{ejaculate}',
    label: 'µmol por eyaculado',
    dimension: 'substancePerEjaculate',
    factor: '1',
    alsoWritten: ['umol/eyaculado', 'umolporeyaculado', 'umol'],
  },
  'mU/{ejaculate}': {
    ucum: 'mU/{ejaculate}',
    label: 'mU por eyaculado',
    dimension: 'arbitraryPerEjaculate',
    factor: '1',
    alsoWritten: ['mu/eyaculado', 'muporeyaculado', 'mu'],
  },
  min: {
    ucum: 'min',
    label: 'min',
    dimension: 'time',
    factor: '1',
    alsoWritten: ['minutos', 'minuto', 'mins', "'"],
  },
  h: {
    ucum: 'h',
    label: 'h',
    dimension: 'time',
    factor: '60',
    alsoWritten: ['horas', 'hora', 'hrs', 'hr', 'hs'],
  },
  cm: { ucum: 'cm', label: 'cm', dimension: 'length', factor: '1' },
  mm: { ucum: 'mm', label: 'mm', dimension: 'length', factor: '0.1' },
  'UFC/mL': {
    ucum: '[CFU]/mL',
    label: 'UFC/mL',
    dimension: 'none',
    factor: '1',
    alsoWritten: ['cfu/ml'],
  },
  pH: {
    ucum: '[pH]',
    label: 'pH',
    dimension: 'none',
    factor: '1',
    alsoWritten: ['unidades de ph', 'unidades ph', 'u de ph'],
  },
  '1': {
    ucum: '1',
    label: '',
    dimension: 'none',
    factor: '1',
    alsoWritten: ['índice', 'indice', '{ratio}'],
  },
} as const satisfies Readonly<Record<string, Unit>>;

export type UnitName = keyof typeof units;

const every: Readonly<Record<string, Unit>> = units;
export const knownUnit = (name: string): Unit | undefined =>
  Object.hasOwn(every, name) ? every[name] : undefined;

/**
 * Label for users; an unknown unit as it was written. A power of ten follows a sign, because '14 10⁶/mL' reads as
 * 1410⁶.
 */
export function unitLabel(unit: string | null): string {
  if (unit === null) return '';
  return knownUnit(unit)?.label ?? (/^10[\^*⁰¹²³⁴-⁹eE]/.test(unit) ? `×${unit}` : unit);
}

/** The UCUM code of a unit; null for an unknown one. */
export function toUcum(unit: string | null): string | null {
  return unit === null ? null : (knownUnit(unit)?.ucum ?? null);
}

/** Between mass and substance, for the analytes of which clinical.md gives it. */
export interface MolarFactor {
  /** How many ng/dL one nmol/L is. */
  readonly ngPerDlOfNmolPerL: DecimalText;
}

/** An exact ratio: `times` / `over`. */
interface Ratio {
  readonly times: DecimalText;
  readonly over: DecimalText;
}

/** Factor from one unit to another; null between units that do not convert. */
function ratioBetween(from: UnitName, to: UnitName, molar: MolarFactor | undefined): Ratio | null {
  const [one, other] = [knownUnit(from), knownUnit(to)];
  // One that was stored by an earlier catalogue, or received.
  if (one === undefined || other === undefined) return null;
  if (from === to) return { times: '1', over: '1' };
  if (one.dimension === other.dimension) {
    return one.dimension === 'none' ? null : { times: one.factor, over: other.factor };
  }
  if (molar === undefined) return null;
  const mass = molar.ngPerDlOfNmolPerL;
  if (one.dimension === 'substancePerVolume' && other.dimension === 'massPerVolume') {
    return { times: multiply(one.factor, mass), over: other.factor };
  }
  if (one.dimension === 'massPerVolume' && other.dimension === 'substancePerVolume') {
    return { times: one.factor, over: multiply(other.factor, mass) };
  }
  return null;
}

/**
 * A value in another unit, rounded to 12 decimals where it does not come out even; null where the units do not
 * convert.
 */
export function convert(
  value: DecimalText,
  from: UnitName,
  to: UnitName,
  molar?: MolarFactor,
): DecimalText | null {
  const ratio = ratioBetween(from, to, molar);
  if (ratio === null || from === to) return ratio && value;
  return divide(multiply(value, ratio.times), ratio.over, 12);
}
