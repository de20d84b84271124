import { getAnalyte } from '@simiente/contract/results/analytes/catalogue';
import { isNoneSeen, twoQuantities } from '@simiente/contract/results/quantity';
import type { Table } from '../../../platform/tables/parse-table.ts';
import type { Column } from './read-map.ts';

/** Meaning of comma and point in the numbers of a file; false if they may separate thousands. */
export interface DecimalMarks {
  readonly commaIsDecimal: boolean;
  readonly pointIsDecimal: boolean;
  /** Thousands separator of this column; null if unknown. */
  readonly thousands: ',' | '.' | null;
}

/** '14,000,000', '1,200.5': the comma certainly separates thousands. */
const COMMA_OF_THOUSANDS =
  /^[<>≤≥]?=?\s*[-−]?[1-9]\d{0,2}(?:(?:,\d{3}){2,}(?:\.\d+)?|(?:,\d{3})+\.\d+)$/;
const POINT_OF_THOUSANDS =
  /^[<>≤≥]?=?\s*[-−]?[1-9]\d{0,2}(?:(?:\.\d{3}){2,}(?:,\d+)?|(?:\.\d{3})+,\d+)$/;
/** Numbers in which the sign may separate thousands. */
const GROUPS = {
  ',': /^[<>≤≥]?=?\s*[-−]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/,
  '.': /^[<>≤≥]?=?\s*[-−]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/,
} as const;
const SPACED = /^[<>≤≥]?=?\s*[-−]?[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d+)?$/;
/** '1.200', where the point may be decimal or separate thousands. */
const AMBIGUOUS_POINT = /^[<>≤≥]?=?\s*[-−]?[1-9]\d{0,2}\.\d{3}$/;

/**
 * The decimal marks of each column. Without a choice in the map, other numbers of the file decide: '14,5' proves a
 * decimal comma. A point is decimal, as in Mexico, unless the file has decimal commas. An ambiguous number is left
 * to a user.
 */
export function findDecimalMarks(
  { rows }: Table,
  columns: readonly Column[],
  chosen: ',' | '.' | null,
): (index: number) => DecimalMarks {
  const getColumnCells = (index: number) =>
    rows.map(({ cells }) => withoutUnit(cells[index] ?? ''));
  const numbers = columns.filter(isNumber).flatMap(({ index }) => getColumnCells(index));
  const showsComma = numbers.some(
    (cell) => /,\d+$/.test(cell) && twoQuantities(cell) === null && !COMMA_OF_THOUSANDS.test(cell),
  );
  const showsPoint = numbers.some(
    (cell) => /\.\d+$/.test(cell) && !AMBIGUOUS_POINT.test(cell) && !POINT_OF_THOUSANDS.test(cell),
  );
  const commaIsDecimal = chosen === null ? showsComma : chosen === ',';
  const pointIsDecimal = !commaIsDecimal || (chosen === null && showsPoint);
  const thousands = new Map(
    columns.map(({ index }) => {
      const cells = getColumnCells(index);
      const comma = cells.some((cell) => COMMA_OF_THOUSANDS.test(cell));
      const point = cells.some((cell) => POINT_OF_THOUSANDS.test(cell));
      return [index, comma === point ? null : comma ? (',' as const) : ('.' as const)] as const;
    }),
  );
  return (index) => ({ commaIsDecimal, pointIsDecimal, thousands: thousands.get(index) ?? null });
}

function isNumber({ target }: Column): boolean {
  return typeof target === 'string'
    ? target === 'abstinenceDays' || target === 'fastingHours'
    : getAnalyte(target.analyte).kind === 'number';
}

/** Number and unit of '10.8 nmol/L' or '< 14 ×10⁶/mL'; null for a number without a unit, and for any other text. */
export function splitUnit(text: string): { readonly number: string; readonly unit: string } | null {
  if (isNoneSeen(text)) return null;
  const { number, unit } = WITH_UNIT.exec(text)?.groups ?? {};
  return number === undefined || unit === undefined ? null : { number, unit };
}

const WITH_UNIT =
  /^(?<number>[<>≤≥]?=?\s*[-−]?\d[\d., ]*?)\s*(?![eE][+-]?\d+$)(?<unit>(?:10 ?[\^*eE⁶³]|[×\p{L}%µ/]).*)$/u;

/** Removes the separators of a number that certainly separate thousands: '14,000,000', '1,200.5'. */
export const withoutThousands = (text: string) =>
  normalizeNumber(text, {
    commaIsDecimal: false,
    pointIsDecimal: true,
    thousands: COMMA_OF_THOUSANDS.test(text) ? ',' : POINT_OF_THOUSANDS.test(text) ? '.' : null,
  });

const withoutUnit = (cell: string) => cell.replace(/(?<![\s\p{L}%])[\s\p{L}%]+$/u, '');

/** Writes a number in the contract's format. An ambiguous number gets a comma, which the contract rejects. */
export function normalizeNumber(
  cell: string,
  { commaIsDecimal, pointIsDecimal, thousands }: DecimalMarks,
): string {
  if (SPACED.test(cell)) return cell.replaceAll(/(?<=\d) (?=\d)/g, '');
  if (thousands !== null && GROUPS[thousands].test(cell)) return cell.replaceAll(thousands, '');
  if (commaIsDecimal && twoQuantities(cell) !== null) return cell.replace(',', '.');
  return !pointIsDecimal && AMBIGUOUS_POINT.test(cell) ? cell.replace('.', ',') : cell;
}
