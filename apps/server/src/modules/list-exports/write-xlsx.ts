import type { CellValue } from 'hucre';
import { writeXlsxStream } from 'hucre/xlsx';
import type { Cell } from './cells.ts';
import type { FileColumn } from './public.ts';

/** Of a column, in characters. */
const WIDTH = { text: 24, time: 18 };
/** The most characters of a cell in Excel. */
const LONGEST_TEXT = 32_767;
/** Excel treats 1900 as a leap year: earlier dates would be a day off. */
const FIRST_RIGHT_DATE = '1900-03-01';

/**
 * A list as an Excel workbook, piece by piece; beyond 1 048 576 rows on further sheets. A text is a cell
 * of type text, which no spreadsheet computes; a time is a date that it sorts and filters.
 */
export async function* xlsxOf(
  columns: readonly FileColumn[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<Uint8Array> {
  const source = batches[Symbol.asyncIterator]();
  // Read before the file is begun, so that a failing list is still an error answer.
  const first = await source.next();
  async function* rows() {
    for (let batch = first; !batch.done; batch = await source.next()) {
      for (const row of batch.value) yield row.map(cellValue);
    }
  }
  yield* writeXlsxStream(rows(), {
    name: 'Lista',
    columns: columns.map(({ title, isTime }) =>
      isTime
        ? { header: title, width: WIDTH.time, numFmt: 'yyyy-mm-dd hh:mm' }
        : { header: title, width: WIDTH.text },
    ),
    freezePane: { rows: 1 },
  });
}

function cellValue(cell: Cell): CellValue {
  if (cell === null || typeof cell === 'number') return cell;
  if (typeof cell === 'string') return textOf(cell);
  const { date, time } = cell;
  return date < FIRST_RIGHT_DATE ? `${date} ${time}` : new Date(`${date}T${time}:00Z`);
}

/**
 * A text as the format holds it: one kind of line break, no character that XML lacks, no more than
 * Excel takes, and '_x0041_' as itself, which Excel would read as an escaped letter.
 */
function textOf(text: string): string {
  const clean = text.replaceAll(/\r\n?/g, '\n').replaceAll(/[\uFFFE\uFFFF]/g, '\uFFFD');
  const whole = clean.length > LONGEST_TEXT ? `${clean.slice(0, LONGEST_TEXT - 1)}…` : clean;
  return whole.replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_');
}
