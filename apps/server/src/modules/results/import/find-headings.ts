import { isUnitText } from './heading-unit.ts';

export interface TableRow {
  /** Where it begins in the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Rows in which headings are looked for. */
const MOST_TITLES = 30;

const filledCells = ({ cells }: TableRow) => cells.filter((cell) => cell !== '');
const hasNumber = (cell: string) => /^[<>]?\s*[-−]?\d[\d.,\s/:-]*$/.test(cell);

/**
 * Divides the rows of a file: title lines, which have few cells, then headings, a row of units where there is one,
 * and the data.
 */
export function findHeadings(rows: readonly TableRow[]) {
  const first = rows.slice(0, MOST_TITLES);
  const widest = Math.max(0, ...first.map((row) => filledCells(row).length));
  const at = first.findIndex(
    (row) => filledCells(row).length * 2 > widest && !filledCells(row).some(hasNumber),
  );
  const index = Math.max(0, at);
  const [head, below, ...rest] = rows.slice(index);
  const isUnits = below !== undefined && isUnitRow(below);
  return {
    head,
    units: isUnits ? below.cells.map(unbracketed) : [],
    body: below === undefined ? [] : isUnits ? rest : [below, ...rest],
  };
}

const unbracketed = (cell: string) => cell.replace(/^[([](.*)[)\]]$/, '$1');

function isUnitRow(row: TableRow): boolean {
  const filled = filledCells(row).map(unbracketed);
  const named = filled.filter(isUnitText);
  return named.length > 0 && named.length * 2 >= filled.length && !filled.some(hasNumber);
}
