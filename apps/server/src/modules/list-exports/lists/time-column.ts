import { wallCell, wallHeader } from '../cells.ts';
import type { Column } from './exported-list.ts';

/** A column of instants, in the clinic's zone by default. */
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
