import { isCalendarDay } from '@simiente/contract/common/days';
import type { CellValue } from 'hucre';
import type { Cell } from './cells.ts';
import type { FileColumn } from './public.ts';

/** Column width in characters. */
const WIDTH = { plain: 24, time: 18, day: 18 };
const FORMAT = { time: 'yyyy-mm-dd hh:mm', day: 'yyyy-mm-dd' };
/** The most characters of a cell in Excel. */
const LONGEST_TEXT = 32_767;
/** Excel treats 1900 as a leap year: earlier dates would be a day off. */
const FIRST_RIGHT_DATE = '1900-03-01';

/**
 * A list as an Excel workbook, piece by piece; beyond 1 048 576 rows on further sheets. A text is a cell
 * of type text, which no spreadsheet computes; a time or a day is a date that it sorts and filters.
 */
export async function* writeWorkbook(
  columns: readonly FileColumn[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<Uint8Array> {
  // Large, and no start needs it.
  const { writeXlsxStream } = await import('hucre/xlsx');
  const source = batches[Symbol.asyncIterator]();
  // Read before the file is begun, so that a failing list is still an error answer.
  const first = await source.next();
  async function* rows() {
    for (let batch = first; !batch.done; batch = await source.next()) {
      for (const row of batch.value) {
        yield row.map((cell, index) => cellValue(cell, columns[index]?.kind === 'day'));
      }
    }
  }
  yield* writeXlsxStream(rows(), {
    name: 'Lista',
    columns: columns.map(({ title, kind }) => ({
      header: title,
      width: WIDTH[kind],
      ...(kind !== 'plain' && { numFmt: FORMAT[kind] }),
    })),
    freezePane: { rows: 1 },
  });
}

function cellValue(cell: Cell, isDay: boolean): CellValue {
  if (cell === null || typeof cell === 'number') return cell;
  if (typeof cell === 'string') {
    const isDate = isDay && isCalendarDay(cell) && cell >= FIRST_RIGHT_DATE;
    return isDate ? new Date(`${cell}T00:00:00Z`) : cleanText(cell);
  }
  const { date, time } = cell;
  return date < FIRST_RIGHT_DATE ? `${date} ${time}` : new Date(`${date}T${time}:00Z`);
}

/**
 * A text as the format holds it: one kind of line break, no character that XML lacks, no more than
 * Excel takes, and '_x0041_' as itself, which Excel would read as an escaped letter.
 */
function cleanText(text: string): string {
  const clean = text.replaceAll(/\r\n?/g, '\n').replaceAll(/[\uFFFE\uFFFF]/g, '\uFFFD');
  const whole = clean.length > LONGEST_TEXT ? `${clean.slice(0, LONGEST_TEXT - 1)}…` : clean;
  return whole.replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_');
}
