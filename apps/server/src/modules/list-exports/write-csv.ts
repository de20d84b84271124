import { stringify } from 'csv-stringify/sync';
import { type Cell, escapeFormula } from './cells.ts';
import type { FileColumn } from './public.ts';

/** Excel needs a BOM to recognize UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A list as CSV, piece by piece. */
export async function* writeCsv(
  columns: readonly FileColumn[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  let titles = BYTE_ORDER_MARK + lines([columns.map(({ title }) => title)]);
  // Only with the first rows, so that a list that cannot be read is an error, not a file of titles.
  for await (const batch of batches) {
    yield titles + lines(batch);
    titles = '';
  }
  if (titles !== '') yield titles;
}

/** RFC 4180: commas, CRLF, and quotes around a cell that has either, or a quote. */
function lines(rows: readonly (readonly Cell[])[]): string {
  return stringify(
    rows.map((row) => row.map(toText)),
    { record_delimiter: 'windows', quote_record_delimiter: true },
  );
}

/** Times in the format of Spanish spreadsheets: 2026-10-12 09:42. */
function toText(cell: Cell): string | number {
  if (cell === null) return '';
  if (typeof cell === 'string') return escapeFormula(cell);
  return typeof cell === 'number' ? cell : `${cell.date} ${cell.time}`;
}
