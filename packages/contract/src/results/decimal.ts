/**
 * Exact decimal numbers, as results are written, sent and stored: a text in one canonical form. Arithmetic uses
 * integers and a power of ten, so only functions that are documented as rounding round.
 */

/** A number with a decimal point and without superfluous zeros: '12.5', '0.07', '-3'. */
export type DecimalText = string;

/** More than any laboratory prints. */
const MAX_DIGITS = 30;

const NUMBER = /^(?<sign>[-−]?)(?<integer>\d+)(?:[.,](?<fraction>\d+))?$/;
const FRACTION_ONLY = /^(?<sign>[-−]?)[.,](?<fraction>\d+)$/;
/** '1.4E7' */
const SCIENTIFIC = /^(?<digits>.*\d)[eE](?<power>[+-]?\d{1,2})$/;

/** Numbers with a comma before the last three digits: thousands separator or decimal comma. */
const AMBIGUOUS = /^[-−]?[1-9]\d{0,2},\d{3}$/;

/** The two meanings of a text such as '1,200' (1200 and 1.2); null for an unambiguous number. */
export function readAmbiguousDecimal(text: string): readonly [DecimalText, DecimalText] | null {
  const trimmed = text.trim();
  if (!AMBIGUOUS.test(trimmed)) return null;
  const [thousands, decimals] = [trimmed.replace(',', ''), trimmed.replace(',', '.')];
  return [readDecimal(thousands) ?? '', readDecimal(decimals) ?? ''];
}

/**
 * The canonical form of a written number, with a decimal point or comma: '12,50' becomes '12.5', and '1.4E7' becomes
 * '14000000'. Null for any other text, for an ambiguous number such as '1,200', and for too many digits.
 */
export function readDecimal(text: string): DecimalText | null {
  const trimmed = text.trim();
  const { digits = trimmed, power = '0' } = SCIENTIFIC.exec(trimmed)?.groups ?? {};
  if (AMBIGUOUS.test(digits)) return null;
  const groups = (NUMBER.exec(digits) ?? FRACTION_ONLY.exec(digits))?.groups;
  if (groups === undefined) return null;
  const { sign, integer = '', fraction = '' } = groups;
  const scale = fraction.length - Number(power);
  if (integer.length + fraction.length + Math.abs(Number(power)) > MAX_DIGITS) return null;
  const units = BigInt(`${sign === '' ? '' : '-'}${integer}${fraction}`);
  return formatDecimal({
    units: units * 10n ** BigInt(Math.max(0, -scale)),
    scale: Math.max(0, scale),
  });
}

/** Whether a text is a decimal in its canonical form. */
export function isDecimal(text: string): boolean {
  return !text.includes(',') && readDecimal(text) === text;
}

/** `units` / 10^`scale`. */
interface Scaled {
  readonly units: bigint;
  readonly scale: number;
}

function toScaled(text: DecimalText): Scaled {
  const point = text.indexOf('.');
  if (point < 0) return { units: BigInt(text), scale: 0 };
  return {
    units: BigInt(text.slice(0, point) + text.slice(point + 1)),
    scale: text.length - point - 1,
  };
}

const magnitude = (value: bigint) => (value < 0n ? -value : value);

function formatDecimal({ units, scale }: Scaled): DecimalText {
  const digits = magnitude(units)
    .toString()
    .padStart(scale + 1, '0');
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  const sign = units < 0n ? '-' : '';
  const integer = digits.slice(0, digits.length - scale);
  return scale === 0 || fraction === '' ? `${sign}${integer}` : `${sign}${integer}.${fraction}`;
}

/** Both numbers as integers with the same power of ten, the third item. */
function align(one: DecimalText, other: DecimalText): [bigint, bigint, number] {
  const a = toScaled(one);
  const b = toScaled(other);
  const scale = Math.max(a.scale, b.scale);
  return [
    a.units * 10n ** BigInt(scale - a.scale),
    b.units * 10n ** BigInt(scale - b.scale),
    scale,
  ];
}

/** Negative, zero or positive, as the first is less than, equal to or more than the second. */
export function compareDecimals(one: DecimalText, other: DecimalText): number {
  const [a, b] = align(one, other);
  return Number(a > b) - Number(a < b);
}

export function add(...terms: readonly DecimalText[]): DecimalText {
  return terms.reduce((sum, term) => {
    const [a, b, scale] = align(sum, term);
    return formatDecimal({ units: a + b, scale });
  }, '0');
}

export function subtract(from: DecimalText, amount: DecimalText): DecimalText {
  const [a, b, scale] = align(from, amount);
  return formatDecimal({ units: a - b, scale });
}

export function multiply(...factors: readonly DecimalText[]): DecimalText {
  return factors.reduce((product, factor) => {
    const a = toScaled(product);
    const b = toScaled(factor);
    return formatDecimal({ units: a.units * b.units, scale: a.scale + b.scale });
  }, '1');
}

export function absolute(text: DecimalText): DecimalText {
  return text.startsWith('-') ? text.slice(1) : text;
}

/** The quotient, rounded half away from zero to `places` decimals. */
export function divide(dividend: DecimalText, divisor: DecimalText, places: number): DecimalText {
  const [a, b] = align(dividend, divisor);
  if (b === 0n) throw new RangeError('Division by zero');
  const isNegative = a < 0n !== b < 0n;
  const denominator = magnitude(b);
  const quotient = (2n * magnitude(a) * 10n ** BigInt(places) + denominator) / (2n * denominator);
  return formatDecimal({ units: isNegative ? -quotient : quotient, scale: places });
}

/** Rounded half away from zero to `places` decimals. */
export function round(text: DecimalText, places: number): DecimalText {
  return divide(text, '1', places);
}
