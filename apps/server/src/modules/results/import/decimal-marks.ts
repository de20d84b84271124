import { getAnalyte } from '@simiente/contract/results/analytes/catalogue';
import { twoQuantities } from '@simiente/contract/results/quantity';
import type { Table } from '../../../platform/tables/parse-table.ts';
import type { Column } from './read-map.ts';

/** Meaning of comma and point in the numbers of a file; false if they may separate thousands. */
export interface DecimalMarks {
  readonly commaIsDecimal: boolean;
  readonly pointIsDecimal: boolean;
  /** Thousands separator of this column; null if unknown. */
  readonly thousands: ',' | '.' | null;
}

/** '14,000,000' and '1,200.5': here the comma is not a decimal separator. */
const COMMA_OF_THOUSANDS =
  /^[<>]?\s*[-−]?[1-9]\d{0,2}(?:(?:,\d{3}){2,}(?:\.\d+)?|(?:,\d{3})+\.\d+)$/;
const POINT_OF_THOUSANDS =
  /^[<>]?\s*[-−]?[1-9]\d{0,2}(?:(?:\.\d{3}){2,}(?:,\d+)?|(?:\.\d{3})+,\d+)$/;
const GROUPS = {
  ',': /^[<>]?\s*[-−]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/,
  '.': /^[<>]?\s*[-−]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/,
} as const;
const SPACED = /^[<>]?\s*[-−]?[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d+)?$/;

const POINT_IN_TWO_WAYS = /^[<>]?\s*[-−]?[1-9]\d{0,2}\.\d{3}$/;

/**
 * The map decides, otherwise other numbers of the file: '14,5' proves a decimal comma. A point is decimal, as
 * Mexico writes it, except beside decimal commas. An ambiguous number is left to a user.
 */
export function decimalMarks(
  { rows }: Table,
  columns: readonly Column[],
  chosen: ',' | '.' | null,
): (index: number) => DecimalMarks {
  const getColumnCells = (index: number) => rows.map(({ cells }) => plain(cells[index] ?? ''));
  const numbers = columns.filter(isNumber).flatMap(({ index }) => getColumnCells(index));
  const showsComma = numbers.some(
    (cell) => /,\d+$/.test(cell) && twoQuantities(cell) === null && !COMMA_OF_THOUSANDS.test(cell),
  );
  const showsPoint = numbers.some(
    (cell) =>
      /\.\d+$/.test(cell) && !POINT_IN_TWO_WAYS.test(cell) && !POINT_OF_THOUSANDS.test(cell),
  );
  const comma = chosen === null ? showsComma : chosen === ',';
  const marks = {
    commaIsDecimal: comma,
    pointIsDecimal: !comma || (chosen === null && showsPoint),
  };
  const thousands = new Map(
    columns.map(({ index }) => {
      const cells = getColumnCells(index);
      const comma = cells.some((cell) => COMMA_OF_THOUSANDS.test(cell));
      const point = cells.some((cell) => POINT_OF_THOUSANDS.test(cell));
      return [index, comma === point ? null : comma ? (',' as const) : ('.' as const)] as const;
    }),
  );
  return (index) => ({ ...marks, thousands: thousands.get(index) ?? null });
}

function isNumber({ target }: Column): boolean {
  return typeof target === 'string'
    ? target === 'abstinenceDays' || target === 'fastingHours'
    : getAnalyte(target.analyte).kind === 'number';
}

/** Number and unit of '10.8 nmol/L' or '< 14 ×10⁶/mL'; null for a number without a unit, and for any other text. */
export function splitUnit(text: string): { readonly number: string; readonly unit: string } | null {
  const { number, unit } = WITH_UNIT.exec(text)?.groups ?? {};
  return number === undefined || unit === undefined ? null : { number, unit };
}

const WITH_UNIT =
  /^(?<number>[<>]?\s*[-−]?\d[\d., ]*?)\s*(?![eE][+-]?\d+$)(?<unit>(?:10 ?[\^*eE⁶³]|[×\p{L}%µ/]).*)$/u;

/** A number without thousands separators, if they can have no other meaning: '14,000,000', '1,200.5'. */
export const withoutThousands = (text: string) =>
  unambiguous(text, {
    commaIsDecimal: false,
    pointIsDecimal: true,
    thousands: COMMA_OF_THOUSANDS.test(text) ? ',' : POINT_OF_THOUSANDS.test(text) ? '.' : null,
  });

/** The cell without its unit. */
const plain = (cell: string) => cell.replace(/(?<![\s\p{L}%])[\s\p{L}%]+$/u, '');

/** A number of a cell in the contract's format: unambiguous if its decimal mark is known. */
export function unambiguous(
  cell: string,
  { commaIsDecimal, pointIsDecimal, thousands }: DecimalMarks,
): string {
  if (SPACED.test(cell)) return cell.replaceAll(/(?<=\d) (?=\d)/g, '');
  if (thousands !== null && GROUPS[thousands].test(cell)) return cell.replaceAll(thousands, '');
  if (commaIsDecimal && twoQuantities(cell) !== null) return cell.replace(',', '.');
  return !pointIsDecimal && POINT_IN_TWO_WAYS.test(cell) ? cell.replace('.', ',') : cell;
}
