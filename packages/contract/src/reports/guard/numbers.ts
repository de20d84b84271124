import { type DecimalText, readAmbiguousDecimal, readDecimal } from '../../results/decimal.ts';

interface Reading {
  readonly value: DecimalText;
  /** Decimals as written, final zeros too. */
  readonly places: number;
}

/** A number in a text, in digits. */
export interface WrittenNumber {
  readonly start: number;
  readonly end: number;
  /** Possible values, likeliest first: '1,200' is 1200, or 1.2. */
  readonly readings: readonly [Reading, ...Reading[]];
  readonly mark: '.' | ',';
}

/**
 * Numbers with thousands separators or decimals. Not after a letter, as in 'T4', nor inside of a date or an hour.
 */
const DIGITS =
  /(?<![\p{L}\p{N}_/:†±]|± |[\p{N}][.,])(?:\d{1,3}(?: \d{3})+(?:[.,]\d+)?|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?|\d{1,3}\.\d{3},\d+|\d+(?:[.,]\d+)?)(?![\d/:]\d|\p{N}|[ªº]|\.[ªº]|,[a-z])/gu;

function readDigits(written: string): Pick<WrittenNumber, 'readings' | 'mark'> {
  // '1,200' and '1.200': thousands in one usage, decimals in the other.
  const two = readAmbiguousDecimal(written.replace('.', ','));
  if (two) {
    const thousands = { value: two[0], places: 0 };
    const decimals = { value: two[1], places: 3 };
    const isComma = written.includes(',');
    return { readings: isComma ? [thousands, decimals] : [decimals, thousands], mark: '.' };
  }
  const marks: readonly string[] = written.match(/[.,]/g) ?? [];
  const last = marks.at(-1) ?? '';
  // A mark that is repeated separates thousands.
  const isDecimal = last !== '' && marks.indexOf(last) === marks.length - 1;
  const [whole = '', part = ''] = isDecimal
    ? splitAt(written, written.lastIndexOf(last))
    : [written];
  const value = canonical(whole.replaceAll(/\D/g, ''), part);
  const isComma = isDecimal ? last === ',' : last === '.';
  return { readings: [{ value, places: part.length }], mark: isComma ? ',' : '.' };
}

const splitAt = (text: string, at: number) => [text.slice(0, at), text.slice(at + 1)];

/** A number with more digits than any laboratory prints stays as it is. */
const canonical = (whole: string, part = ''): DecimalText =>
  readDecimal(`${whole}.${part}0`) ?? whole;

/** The numbers of a plain text, in their order. */
export const readNumbers = (plain: string): WrittenNumber[] =>
  [...plain.matchAll(DIGITS)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
    ...readDigits(found[0]),
  }));

/** `value` · 10^`power`. */
export const shiftDecimal = (value: DecimalText, power: number): DecimalText =>
  readDecimal(`${value}E${power}`) ?? value;
