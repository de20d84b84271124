import {
  type AnalyteKey,
  convertAnalyteQuantity,
  getAnalyte,
  isAnalyteKey,
} from './analytes/catalogue.ts';
import { type UnitName, unitLabel } from './analytes/units.ts';
import { compareDecimals, type DecimalText } from './decimal.ts';
import { isOver, isUnder, writeQuantity } from './quantity.ts';
import type { MeasuredValue } from './values.ts';

type Bounds = readonly [low: DecimalText, high: DecimalText, unit: UnitName];

/** Parses bounds such as '0 – 20 mL'. */
const between = (...texts: readonly `${string} – ${string} ${UnitName}`[]) =>
  texts.map((text): Bounds => {
    const [low = '', high = '', unit] = text.split(/ – | /);
    return [low, high, unit as UnitName];
  });

const perMl = between('0 – 2000 10*6/mL');
const cells = between('0 – 500 10*6/mL');
const gonadotropin = between('0 – 300 mUI/mL');

/**
 * The bounds between which a result is plausible, in one unit of each of its dimensions. A value outside is stored
 * only if a user confirms it. A share is from 0 to 100 %. Source of each row: docs/clinical-checks.md.
 */
const bounds: Partial<Record<AnalyteKey, readonly Bounds[]>> = {
  liquefaction: between('0 – 1440 min'),
  volume: between('0 – 20 mL'),
  ph: between('5 – 10 pH'),
  concentration: perMl,
  totalNumber: between('0 – 10000 10*6/{ejaculate}'),
  teratozoospermiaIndex: between('0 – 4 1'),
  leukocytes: cells,
  roundCells: cells,
  firstCount: between('0 – 10000 1'),
  secondCount: between('0 – 10000 1'),
  fructose: between('0 – 200 µmol/mL', '0 – 36 mg/mL'),
  zinc: between('0 – 20 µmol/mL', '0 – 1.3 mg/mL'),
  citrate: between('0 – 500 µmol/mL', '0 – 96 mg/mL'),
  glucosidase: between('0 – 1000 mU/mL'),
  fsh: gonadotropin,
  lh: gonadotropin,
  testosterone: between('0 – 3000 ng/dL'),
  freeTestosterone: between('0 – 1000 pg/mL'),
  prolactin: between('0 – 50000 ng/mL', '0 – 1060000 µUI/mL'),
  estradiol: between('0 – 5000 pg/mL', '0 – 20 nmol/L'),
  shbg: between('0 – 500 nmol/L'),
  dheaS: between('0 – 3000 µg/dL', '0 – 82 µmol/L'),
  inhibinB: between('0 – 2000 pg/mL'),
  tsh: between('0 – 1000 µUI/mL'),
  freeT4: between('0 – 20 ng/dL', '0 – 260 pmol/L'),
  totalT4: between('0 – 60 µg/dL', '0 – 780 nmol/L'),
  freeT3: between('0 – 60 pg/mL', '0 – 93 pmol/L'),
  totalT3: between('0 – 2000 ng/dL', '0 – 31 nmol/L'),
  hba1c: between('2 – 25 %'),
  colonyCount: between('0 – 10000000000 UFC/mL'),
  antibiogram: between('0 – 10000 µg/mL'),
  metaphases: between('1 – 1000 1'),
  urineSpermCount: perMl,
  urineSpermTotal: between('0 – 10000 10*6/{urine}'),
  rightTestisVolume: between('0 – 100 mL'),
  leftTestisVolume: between('0 – 100 mL'),
  prostateVolume: between('0 – 1000 mL'),
};

/** Shares that laboratories count in whole percents, so 0.34 may mean 34 %. */
const wholeShares: ReadonlySet<AnalyteKey> = new Set([
  'progressiveMotility',
  'immotile',
  'totalMotility',
  'vitality',
  'dnaFragmentationIndex',
]);
const isBetween0And1 = (value: DecimalText) =>
  compareDecimals(value, '0') > 0 && compareDecimals(value, '1') < 0;

const SHARE = between('0 – 100 %');

export const getBounds = (key: AnalyteKey): readonly Bounds[] =>
  bounds[key] ?? (getAnalyte(key).units[0] === '%' ? SHARE : []);

/** Reason why a value is implausible, for users; null within its bounds, and without bounds. */
export function findImplausibility(measured: MeasuredValue): string | null {
  const { analyte, comparator, value, unit } = measured;
  if (analyte === null || !isAnalyteKey(analyte) || value === null || unit === null) return null;
  for (const [low, high, forUnit] of getBounds(analyte)) {
    const quantity = convertAnalyteQuantity(
      analyte,
      { comparator, value },
      unit as UnitName,
      forUnit,
    );
    if (quantity === null) continue;
    const isOutside = isUnder(quantity, low) === true || isOver(quantity, high) === true;
    const isFraction =
      wholeShares.has(analyte) && comparator === null && isBetween0And1(quantity.value);
    if (!isOutside && !isFraction) return null;
    const written = [writeQuantity({ comparator, value }), unitLabel(unit)]
      .filter(Boolean)
      .join(' ');
    if (isFraction) {
      return `${getAnalyte(analyte).label} ${written}: puede ser una fracción, y no un porcentaje.`;
    }
    const limits = [`${low} a ${high}`, unitLabel(forUnit)].filter(Boolean).join(' ');
    return `${getAnalyte(analyte).label} ${written} está fuera de lo posible (${limits}).`;
  }
  return null;
}
