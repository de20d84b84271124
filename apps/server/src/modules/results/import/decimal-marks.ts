import { analyteOf } from '@simiente/contract/results/analytes/catalogue';
import { twoQuantities } from '@simiente/contract/results/quantity';
import type { Table } from './parse-table.ts';
import type { Column } from './read-map.ts';

/** What comma and point are in the numbers of a file; false where they may as well be of thousands. */
export interface DecimalMarks {
  readonly commaIsDecimal: boolean;
  readonly pointIsDecimal: boolean;
}

const POINT_IN_TWO_WAYS = /^[<>]?\s*[-−]?[1-9]\d{0,2}\.\d{3}$/;

/**
 * As the map says; else the file's other numbers tell ('14,5' has no thousands), and where none does, the semicolon
 * between its fields, which a list has that uses the comma in numbers. A point is decimal, as Mexico writes it, but
 * beside decimal commas.
 */
export function decimalMarks(
  { rows, delimiter }: Table,
  columns: readonly Column[],
  chosen: ',' | '.' | null,
): DecimalMarks {
  const numbers = columns
    .filter(isNumber)
    .flatMap(({ index }) => rows.map(({ cells }) => plain(cells[index] ?? '')));
  const showsComma = numbers.some((cell) => /,\d+$/.test(cell) && twoQuantities(cell) === null);
  const showsPoint = numbers.some((cell) => /\.\d+$/.test(cell) && !POINT_IN_TWO_WAYS.test(cell));
  const comma = chosen === null ? showsComma : chosen === ',';
  return {
    commaIsDecimal: comma || (chosen === null && delimiter === ';' && !showsPoint),
    pointIsDecimal: !comma || (chosen === null && showsPoint),
  };
}

function isNumber({ target }: Column): boolean {
  return typeof target === 'string'
    ? target === 'abstinenceDays' || target === 'fastingHours'
    : analyteOf(target.analyte).kind === 'number';
}

/** Without the unit behind it. */
const plain = (cell: string) => cell.replace(/(?<![\s\p{L}%])[\s\p{L}%]+$/u, '');

/** A number of a cell as the contract reads it: where its mark is decimal, in one way; else perhaps in two. */
export function unambiguous(
  cell: string,
  { commaIsDecimal, pointIsDecimal }: DecimalMarks,
): string {
  if (commaIsDecimal && twoQuantities(cell) !== null) return cell.replace(',', '.');
  return !pointIsDecimal && POINT_IN_TWO_WAYS.test(cell) ? cell.replace('.', ',') : cell;
}
