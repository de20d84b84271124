import { namesUnit } from './analytes/read-unit.ts';
import { compareDecimals, type DecimalText, readDecimal } from './decimal.ts';
import { isOver, isUnder, type Quantity, readQuantity } from './quantity.ts';

interface PrintedRange {
  readonly low: DecimalText | null;
  readonly high: DecimalText | null;
  /** Whether a value that equals a bound is outside. */
  readonly isExclusive: boolean;
}

const ONE_SIDED = /^(?<bound>[^\d−-]*\d[\d.,]*)(?![\d.,])(?<rest>.*)$/;
const TWO_SIDED =
  /^(?:de\s+|entre\s+)?(?<low>\d[\d.,]*)(?![\d.,])\s*(?:-|–|—|a|y|hasta)\s*(?<high>\d[\d.,]*)(?![\d.,])(?<rest>.*)$/i;

/**
 * The bounds of a printed range: '≥ 1.4', '1,5 – 12,4', '< 60', 'hasta 5'. Only the value's own unit may follow.
 * Null for any other text, such as an age, a power of ten or a further bound, because a missing flag is better
 * than a false one.
 */
export function readRange(text: string, unit: string | null = null): PrintedRange | null {
  const written = text.trim();
  if (/[\r\n;]/.test(written)) return null;
  const twoSided = TWO_SIDED.exec(written)?.groups;
  if (twoSided !== undefined) {
    const low = readDecimal(twoSided.low ?? '');
    const high = readDecimal(twoSided.high ?? '');
    if (low === null || high === null || compareDecimals(low, high) > 0) return null;
    if (!isOnlyUnit(twoSided.rest ?? '', unit)) return null;
    return { low, high, isExclusive: false };
  }
  const { bound = '', rest = '' } = ONE_SIDED.exec(written)?.groups ?? {};
  const quantity = readQuantity(bound.replace(/^hasta/i, '≤').replace(/^desde/i, '≥'));
  if (quantity === null || quantity.comparator === null || !isOnlyUnit(rest, unit)) return null;
  const { comparator, value } = quantity;
  const isLow = comparator === '>' || comparator === '≥';
  const isExclusive = comparator === '>' || comparator === '<';
  return { low: isLow ? value : null, high: isLow ? null : value, isExclusive };
}

/** Whether the rest of a range is empty or its unit. A unit of only digits ('1') looks like another number. */
const isOnlyUnit = (rest: string, unit: string | null) =>
  rest.trim() === '' || (unit !== null && /[^\d\s.,]/.test(rest) && namesUnit(rest, unit));

/** Position of a value in the range of its laboratory. */
export const flags = ['below', 'within', 'above'] as const;
export type Flag = (typeof flags)[number];

export const flagWords: Readonly<Record<Flag, string>> = {
  below: 'Por debajo del rango',
  within: 'Dentro del rango',
  above: 'Por encima del rango',
};

/** Codes of HL7 table 0078 for critically high, critically low and very abnormal, or words for a critical value. */
export const isCriticalFlag = (flag: string) =>
  /(?:^|, )(?:HH|LL|AA)(?:,|$)|(?<!\b(?:no|sin) )(?:cr[ií]tic|p[aá]nic|alarma|alerta)/i.test(flag);

export const laboratoryFlagWords = (flag: string) => `Según el laboratorio: ${flag}`;

/**
 * The flag of a value by the range that its laboratory printed. Null without a range, if the range cannot be
 * parsed, and if a comparator leaves it undecided, because a missing flag is better than a false one.
 */
export function toFlag(
  quantity: Quantity | null,
  range: string | null,
  unit: string | null,
): Flag | null {
  const bounds = range === null ? null : readRange(range, unit);
  if (quantity === null || bounds === null) return null;
  const { low, high, isExclusive } = bounds;
  const isBelow =
    low !== null && (isExclusive ? not(isOver(quantity, low)) : isUnder(quantity, low));
  const isAbove =
    high !== null && (isExclusive ? not(isUnder(quantity, high)) : isOver(quantity, high));
  if (isBelow === true) return 'below';
  if (isAbove === true) return 'above';
  return isBelow === false && isAbove === false ? 'within' : null;
}

/** Negates an answer; null stays undecided. */
const not = (answer: boolean | null) => (answer === null ? null : !answer);
