import { type DecimalText, divide, multiply } from '../decimal.ts';

/**
 * Dimension of a unit. Units convert only within a dimension. Mass and amount of substance are separate, because
 * converting needs a molar mass. Arbitrary units (UI) convert only among themselves.
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
  readonly label: string;
  readonly dimension: Dimension;
  /** Factor to the dimension's first unit: a power of ten, or of 60 for time. */
  readonly factor: DecimalText;
  /** Other lower-case names, in addition to the spellings that `readUnit` parses by their parts. */
  readonly alsoWritten: readonly string[];
}

/** @param more `ucum` and `label`, if they differ from the name; `also`: other names, separated by '|' */
const unit = (
  name: string,
  dimension: Dimension,
  factor: DecimalText,
  {
    also,
    ...more
  }: { readonly ucum?: string; readonly label?: string; readonly also?: string } = {},
): Unit => ({
  ucum: name,
  label: name,
  ...more,
  dimension,
  factor,
  alsoWritten: also?.split('|') ?? [],
});

/** The units by their names on the wire: UCUM, and those that Mexican laboratories print. */
export const units = {
  mL: unit('mL', 'volume', '1', { also: 'cc|cm3|cm³' }),
  '10*6/mL': unit('10*6/mL', 'perVolume', '1', { label: '×10⁶/mL' }),
  '10*3/mL': unit('10*3/mL', 'perVolume', '0.001', { label: '×10³/mL' }),
  '/mL': unit('/mL', 'perVolume', '0.000001'),
  '10*6/{ejaculate}': unit('10*6/{ejaculate}', 'perEjaculate', '1', {
    label: '×10⁶ por eyaculado',
  }),
  '10*6/{urine}': unit('10*6/{urine}', 'perUrine', '1', { label: '×10⁶ por orina', also: '10*6' }),
  '%': unit('%', 'share', '1', { also: 'porciento|pct' }),
  'mUI/mL': unit('mUI/mL', 'arbitraryPerVolume', '1', { ucum: 'm[IU]/mL', also: 'miu/ml|mu/ml' }),
  'UI/L': unit('UI/L', 'arbitraryPerVolume', '1', { ucum: '[IU]/L', also: 'iu/l|u/l' }),
  'mUI/L': unit('mUI/L', 'arbitraryPerVolume', '0.001', { ucum: 'm[IU]/L', also: 'miu/l|mu/l' }),
  'µUI/mL': unit('µUI/mL', 'arbitraryPerVolume', '0.001', {
    ucum: 'u[IU]/mL',
    also: 'uui/ml|uiu/ml|uu/ml',
  }),
  'ng/dL': unit('ng/dL', 'massPerVolume', '1'),
  'ng/mL': unit('ng/mL', 'massPerVolume', '100', { also: 'ug/l' }),
  'ng/L': unit('ng/L', 'massPerVolume', '0.1'),
  'pg/mL': unit('pg/mL', 'massPerVolume', '0.1'),
  'pg/dL': unit('pg/dL', 'massPerVolume', '0.001'),
  'µg/dL': unit('µg/dL', 'massPerVolume', '1000', { ucum: 'ug/dL', also: 'mcg/dl' }),
  'µg/mL': unit('µg/mL', 'massPerVolume', '100000', { ucum: 'ug/mL', also: 'mcg/ml|mg/l' }),
  'mg/dL': unit('mg/dL', 'massPerVolume', '1000000'),
  'mg/mL': unit('mg/mL', 'massPerVolume', '100000000'),
  'nmol/L': unit('nmol/L', 'substancePerVolume', '1'),
  'pmol/L': unit('pmol/L', 'substancePerVolume', '0.001'),
  'µmol/L': unit('µmol/L', 'substancePerVolume', '1000', { ucum: 'umol/L' }),
  'mmol/L': unit('mmol/L', 'substancePerVolume', '1000000'),
  'µmol/mL': unit('µmol/mL', 'substancePerVolume', '1000000', { ucum: 'umol/mL' }),
  'mU/mL': unit('mU/mL', 'arbitraryPerVolume', '1'),
  'µmol/{ejaculate}': unit('µmol/{ejaculate}', 'substancePerEjaculate', '1', {
    ucum: 'umol/{ejaculate}',
    label: 'µmol por eyaculado',
    also: 'umol/eyaculado|umolporeyaculado|umol',
  }),
  'mU/{ejaculate}': unit('mU/{ejaculate}', 'arbitraryPerEjaculate', '1', {
    label: 'mU por eyaculado',
    also: 'mu/eyaculado|muporeyaculado|mu',
  }),
  min: unit('min', 'time', '1', { also: "minutos|minuto|mins|'" }),
  h: unit('h', 'time', '60', { also: 'horas|hora|hrs|hr|hs' }),
  cm: unit('cm', 'length', '1'),
  mm: unit('mm', 'length', '0.1'),
  'UFC/mL': unit('UFC/mL', 'none', '1', { ucum: '[CFU]/mL', also: 'cfu/ml' }),
  pH: unit('pH', 'none', '1', { ucum: '[pH]', also: 'unidades de ph|unidades ph|u de ph' }),
  '1': unit('1', 'none', '1', { label: '', also: 'índice|indice|{ratio}' }),
} satisfies Readonly<Record<string, Unit>>;
export type UnitName = keyof typeof units;

export const isUnitName = (name: string): name is UnitName => Object.hasOwn(units, name);

/**
 * Label for users; an unknown unit stays unchanged. A power of ten gets a multiplication sign, because
 * '14 10⁶/mL' reads as 1410⁶.
 */
export function unitLabel(unit: string | null): string {
  if (unit === null) return '';
  if (isUnitName(unit)) return units[unit].label;
  return /^10[\^*⁰¹²³⁴-⁹eE]/.test(unit) ? `×${unit}` : unit;
}

/** The UCUM code of a unit; null for an unknown one. */
export function toUcum(unit: string | null): string | null {
  return unit !== null && isUnitName(unit) ? units[unit].ucum : null;
}

/** Decimals of a converted value. */
const PLACES = 12;

/**
 * A value in another unit; null for units that do not convert.
 * @param molarFactor ng/dL of one nmol/L, for an analyte whose molar mass is known
 */
export function convert(
  value: DecimalText,
  from: UnitName,
  to: UnitName,
  molarFactor?: DecimalText,
): DecimalText | null {
  // Callers assert the type of stored and received units, which may be unknown.
  if (!isUnitName(from) || !isUnitName(to)) return null;
  if (from === to) return value;
  const [source, target]: readonly [Unit, Unit] = [units[from], units[to]];
  const amount = multiply(value, source.factor);
  if (source.dimension === target.dimension) {
    return source.dimension === 'none' ? null : divide(amount, target.factor, PLACES);
  }
  if (molarFactor === undefined) return null;
  if (source.dimension === 'substancePerVolume' && target.dimension === 'massPerVolume') {
    return divide(multiply(amount, molarFactor), target.factor, PLACES);
  }
  if (source.dimension === 'massPerVolume' && target.dimension === 'substancePerVolume') {
    return divide(amount, multiply(target.factor, molarFactor), PLACES);
  }
  return null;
}
