import { stringify } from 'csv-stringify/sync';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { type Cell, defuse } from './cells.ts';
import type { ExportedList } from './lists/exported-list.ts';

/** Rows in memory at the same time. */
const ROWS_AT_ONCE = 500;

/** Excel needs a BOM to recognize UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** RFC 4180: commas, CRLF, and quotes around a cell that has either, or a quote. */
function lines(rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? defuse(cell) : (cell ?? ''))),
  );
  return stringify(cells, { record_delimiter: 'windows', quote_record_delimiter: true });
}

/**
 * A list under its filters as CSV, piece by piece: the ids through a cursor of PostgreSQL, and their
 * records in batches, all in the snapshot of one transaction (repeatable read). Memory does not grow
 * with the list.
 * @param onRows gets the number of rows of each piece, before it is sent
 */
export async function* csvOf<Filters>(
  transaction: Transaction,
  list: ExportedList<Filters>,
  filters: Filters,
  { timeZone, onRows }: { timeZone: string; onRows: (count: number) => void },
): AsyncGenerator<string> {
  await transaction.execute(
    sql`declare exported no scroll cursor for ${list.ids(transaction, filters, timeZone)}`,
  );
  const next = async () => {
    const { rows } = await transaction.execute<{ id: string }>(
      sql.raw(`fetch forward ${ROWS_AT_ONCE} from exported`),
    );
    const ids = rows.map(({ id }) => id);
    return ids.length === 0 ? [] : list.rows(transaction, ids, timeZone);
  };
  let rows = await next();
  // Only now, so that a list that cannot be read is an error, not a file with a header line.
  yield BYTE_ORDER_MARK + lines([list.headers(timeZone)]);
  while (rows.length > 0) {
    onRows(rows.length);
    yield lines(rows);
    rows = await next();
  }
}
