import { wallCell, wallHeader } from '../cells.ts';
import type { Column } from './exported-list.ts';

/** A column of instants, on the clinic's clocks unless it says otherwise. */
export function time<Row>(
  title: string,
  instant: (row: Row) => Date | string | null,
  zone?: 'UTC',
): Column<Row> {
  return {
    header: (timeZone) => wallHeader(title, zone ?? timeZone),
    cell: (row, timeZone) => wallCell(instant(row), zone ?? timeZone),
  };
}
