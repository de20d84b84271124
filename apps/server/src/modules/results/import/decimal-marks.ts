import { getAnalyte } from '@simiente/contract/results/analytes/catalogue';
import { isUnitText, nameDifferentUnits } from '@simiente/contract/results/analytes/read-unit';
import {
  isNoneSeen,
  readAmbiguousQuantity,
  readQuantity,
} from '@simiente/contract/results/quantity';
import { readRange } from '@simiente/contract/results/range';
import type { Table } from '../../../platform/tables/parse-table.ts';
import type { Column } from './read-map.ts';

/** Meaning of comma and point in the numbers of a file; false if they may separate thousands. */
export interface DecimalMarks {
  readonly commaIsDecimal: boolean;
  readonly pointIsDecimal: boolean;
  /** Thousands separator of this column; null if unknown. */
  readonly thousands: Mark | null;
}

type Mark = ',' | '.';

/** Numbers in which the sign may separate thousands. */
const GROUPS = {
  ',': /^[<>≤≥]?=?\s*[-−]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/,
  '.': /^[<>≤≥]?=?\s*[-−]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/,
} as const;
const SPACED = /^[<>≤≥]?=?\s*[-−]?[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d+)?$/;
/** '1,200' or '1.200', where the mark may be decimal or separate thousands. */
const isAmbiguous = (cell: string, mark: Mark) =>
  readAmbiguousQuantity(cell.replace(mark, ',')) !== null;

/** '14,000,000', '1,200.5': the mark certainly separates thousands. */
const isThousands = (cell: string, mark: Mark) =>
  GROUPS[mark].test(cell) && cell.split(/[.,]/).length > 2;

/** Whether a mark is certainly decimal: it ends a number, or the other mark separates thousands. */
const isDecimalMark = (cell: string, mark: Mark, other: Mark) =>
  isThousands(cell, other) ||
  (/[.,](?=\d+$)/.exec(cell)?.[0] === mark && !isAmbiguous(cell, mark) && !isThousands(cell, mark));

function findThousands(cells: readonly string[]): Mark | null {
  const has = (mark: Mark) => cells.some((cell) => isThousands(cell, mark));
  return has(',') === has('.') ? null : has(',') ? ',' : '.';
}

/**
 * The decimal marks of each column. Without a choice in the map, other numbers of the file decide: '14,5' proves a
 * decimal comma. A point is decimal, as in Mexico, unless the file has decimal commas. In a file with both marks,
 * ambiguous numbers stay ambiguous, so that a user decides.
 */
export function findDecimalMarks(
  { rows }: Table,
  columns: readonly Column[],
  chosen: Mark | null,
): (index: number) => DecimalMarks {
  const getColumnCells = (index: number) => rows.map(({ cells }) => findNumber(cells[index] ?? ''));
  const proved = proveMarks(
    columns.filter(hasNumbers).flatMap(({ index }) => getColumnCells(index)),
  );
  const isComma = chosen === null ? proved.comma : chosen === ',';
  const isMixed = chosen === null && isComma && proved.point;
  const marks = { commaIsDecimal: isComma && !isMixed, pointIsDecimal: !isComma };
  const thousands = new Map(
    columns.map(({ index, target }) => [
      index,
      // Numbers of several analytes may have different separators.
      isMixed && target === 'result' ? null : findThousands(getColumnCells(index)),
    ]),
  );
  return (index) => ({ ...marks, thousands: thousands.get(index) ?? null });
}

/** Whether a text may be a number, unlike 'E. coli > 100,000'. */
const isNumeric = (text: string) => readQuantity(text) !== null || !/\p{L}/u.test(text);

/** Whether some numbers prove a decimal comma or a decimal point. Thousands with a point prove a decimal comma. */
function proveMarks(texts: readonly string[]) {
  const numbers = texts.filter(isNumeric);
  return {
    comma: numbers.some((one) => isDecimalMark(one, ',', '.')),
    point: numbers.some((one) => isDecimalMark(one, '.', ',')),
  };
}

/**
 * The decimal marks of a message. If a value proves a decimal comma or thousands with a point, '1.200' is ambiguous
 * in the other values.
 */
export function findMessageMarks(values: readonly string[]): DecimalMarks {
  const numbers = values.map(findNumber);
  const { comma, point } = proveMarks(numbers);
  return {
    commaIsDecimal: false,
    pointIsDecimal: !comma,
    thousands: comma && point ? null : findThousands(numbers),
  };
}

function hasNumbers({ target }: Column): boolean {
  return typeof target === 'string'
    ? ['abstinenceDays', 'fastingHours', 'result'].includes(target)
    : getAnalyte(target.analyte).kind === 'number';
}

/** Number and unit of '10.8 nmol/L' or '< 14 ×10⁶/mL'; null for a number without a unit, and for any other text. */
export function splitUnit(text: string): { readonly number: string; readonly unit: string } | null {
  if (isNoneSeen(text)) return null;
  const { number, unit } = WITH_UNIT.exec(text)?.groups ?? {};
  return number === undefined || unit === undefined ? null : { number, unit };
}

/** A flag beside a number or its unit: '22.5 *', '25.1 mUI/mL (ALTO)', 'H 25.1', '*25.1', but not '10 A 150'. */
const FLAG =
  /(?:^|(?<=\d) ?|(?<=\S) )[([]?(?<flag>\*{1,2}|[↑↓]{1,2}|H{1,2}|L{1,2}|A{1,2}|N|[Aa]lt[oa]|ALT[OA]|[Bb]aj[oa]|BAJ[OA])[)\]]?(?=$|(?<=^\*+)\d| (?:\D|(?<=^\D+ )))/;
const NUMBER_WITH_UNIT = /^[<>≤≥]?=? ?\d[\d.,]*(?:$| ?\D)/;

/** The unit after the last bound of a printed range; empty without one. */
const findRangeUnit = (range: string) =>
  splitUnit(range.replace(/^.*(?:[-–—]|\b(?:a|y|hasta)\b(?= ?\d)) ?/, ''))?.unit ?? '';

/** The unit of a printed range that contradicts a number's unit, because the number is near its bounds: '10.8' and '10.4-34.7 nmol/L'. */
export function findOtherRangeUnit(number: string, unit: string, range: string): string | null {
  const rangeUnit = findRangeUnit(range);
  const { low = null, high = null } = readRange(range, rangeUnit) ?? {};
  const value = Number(readQuantity(number)?.value ?? Number.NaN);
  const isNear = [low, high].some(
    (bound) => bound !== null && value <= 3 * Number(bound) && Number(bound) <= 3 * value,
  );
  return isNear && nameDifferentUnits([unit, rangeUnit]) ? rangeUnit : null;
}

/** A text in brackets, such as the printed range in '4.5 (1.5-12.4)'. */
const BRACKETED = / ?[([](?<range>[^()[\]]*\d[^()[\]]*)[)\]]/;

/** Whether a text is a number alone or with its unit, but not '2026-01-03' or '12 quistes de 3 mm'. */
function isPlainQuantity(text: string): boolean {
  const { number, unit } = splitUnit(text) ?? { number: text, unit: '' };
  return /^[<>≤≥]?=? ?\d[\d.,]*$/.test(number) && (isUnitText(unit) || !/\d/.test(unit));
}

/** Units of an age, or of the hour of a sample: '85 (0-2 h)'. */
const AGE_OR_HOUR = /^(?:a(?:ñ|n)os?|mes(?:es)?|sem(?:anas?)?|d(?:[ií]as?)?|h(?:oras?|rs?)?)\b/i;

/**
 * Separates the flag and the printed range of a number; both are empty for any other text.
 * @param sentUnit the unit beside the text, which the range must not contradict
 */
export function splitFlag(
  text: string,
  sentUnit: string | null = null,
): Readonly<Record<'rest' | 'flag' | 'range', string>> {
  const { range = '' } = BRACKETED.exec(text)?.groups ?? {};
  const number = text.replace(BRACKETED, '');
  // Two texts in brackets may both be ranges, so neither is.
  if (range !== '' && !BRACKETED.test(number)) {
    const { rest, flag } = splitFlag(number);
    const ownUnit = splitUnit(rest)?.unit ?? sentUnit;
    // The unit may stand only in the range: '5.1 (1.5-12.4 mUI/mL)'.
    const rangeUnit = ownUnit === null ? findRangeUnit(range) : '';
    const isRange = readRange(range, ownUnit ?? rangeUnit) !== null && !AGE_OR_HOUR.test(rangeUnit);
    if (isRange && isPlainQuantity(rest)) {
      return { rest: `${rest} ${rangeUnit}`.trim(), flag, range };
    }
  }
  const rest = text.replace(FLAG, '').trim();
  const { flag = '' } = FLAG.exec(text)?.groups ?? {};
  const isNumber = NUMBER_WITH_UNIT.test(rest);
  return { rest: isNumber ? rest : text, flag: isNumber ? flag : '', range: '' };
}

const WITH_UNIT =
  /^(?<number>[<>≤≥]?=?\s*[-−]?\d[\d., ]*?)\s*(?![eE][+-]?\d+$)(?<unit>(?:10 ?[\^*eE⁶³]|[×\p{L}%µ/]).*)$/u;

/** Normalizes a number. Its own separators may prove that they separate thousands: '14,000,000', '1,200.5'. */
export const withoutThousands = (text: string, marks: DecimalMarks) =>
  normalizeNumber(text, { ...marks, thousands: findThousands([text]) ?? marks.thousands });

/** The number of a cell, without its unit and flag. */
function findNumber(cell: string): string {
  const { rest } = splitFlag(cell);
  return splitUnit(rest)?.number ?? rest;
}

/** Writes a number in the contract's format. An ambiguous number gets a comma, which the contract rejects. */
export function normalizeNumber(
  cell: string,
  { commaIsDecimal, pointIsDecimal, thousands }: DecimalMarks,
): string {
  if (SPACED.test(cell)) return cell.replaceAll(/(?<=\d) (?=\d)/g, '');
  if (thousands !== null && GROUPS[thousands].test(cell)) return cell.replaceAll(thousands, '');
  if (commaIsDecimal && readAmbiguousQuantity(cell) !== null) return cell.replace(',', '.');
  return !pointIsDecimal && isAmbiguous(cell, '.') ? cell.replace('.', ',') : cell;
}
