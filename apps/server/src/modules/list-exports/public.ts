import { parseWireDate } from '@simiente/contract/common/dates';
import { toWallTime, type WallTime } from '@simiente/contract/common/wall-time';
import { INVALID_DATE, zoneName } from '@simiente/contract/format/dates';
import type { ExportRequest } from '@simiente/contract/list-exports/calls';
import type { SQLWrapper } from 'drizzle-orm';
import type { StaffActor } from '../../platform/act.ts';
import type { Transaction } from '../../platform/database/database.ts';

export type ListFilters<List extends ExportRequest['list']> = Extract<
  ExportRequest,
  { list: List }
>['filters'];

/** Type of a column's cells: `plain` for texts and numbers, `time` for instants as wall time, `day` for calendar days. */
type ColumnKind = 'plain' | 'time' | 'day';

interface Column<Row> {
  /** `timeZone` is that of the clinic. */
  title(timeZone: string): string;
  readonly kind: ColumnKind;
  cell(row: Row, timeZone: string): Cell;
}

interface ReadOptions<Filters> {
  /** IANA name of the clinic's zone. */
  readonly timeZone: string;
  readonly filters: Filters;
  /** The account that fetches the file. The file hides what the list's screen hides from this account. */
  readonly reader: Pick<StaffActor, 'capabilities'>;
}

interface ListDefinition<Filters, Row> {
  /** The name of the file, before its date. */
  readonly fileName: string;
  /** Query of the ids, in the order of the list. */
  ids(filters: Filters, timeZone: string, transaction: Transaction): SQLWrapper;
  /** Reads these records, in any order, and applies the filters that the query of ids ignored. */
  read(
    transaction: Transaction,
    ids: string[],
    options: ReadOptions<Filters>,
  ): Promise<readonly Row[]>;
  getId(row: Row): string;
  /** The ids of the patients and prospects whose data a row shows. */
  getPersonIds(row: Row): readonly string[];
  readonly columns: readonly Column<Row>[];
}

/** A column, common to every kind of file. */
export interface FileColumn {
  readonly title: string;
  readonly kind: ColumnKind;
}

export interface ExportedList<Filters>
  extends Pick<ListDefinition<Filters, unknown>, 'fileName' | 'ids'> {
  columns(timeZone: string): FileColumn[];
  /** The rows of these ids, in their order. */
  rows(
    transaction: Transaction,
    ids: string[],
    options: ReadOptions<Filters>,
  ): Promise<ExportedRow[]>;
}

export interface ExportedRow {
  readonly cells: readonly Cell[];
  readonly persons: readonly string[];
}

export function defineExport<Filters, Row>({
  fileName,
  ids,
  read,
  getId,
  getPersonIds,
  columns,
}: ListDefinition<Filters, Row>): ExportedList<Filters> {
  return {
    fileName,
    ids,
    columns: (timeZone) => columns.map(({ title, kind }) => ({ title: title(timeZone), kind })),
    rows: async (transaction, orderedIds, options) => {
      const rows = await read(transaction, orderedIds, options);
      const byId = new Map(rows.map((row) => [getId(row), row]));
      return orderedIds.flatMap((id) => {
        const row = byId.get(id);
        if (row === undefined) return [];
        const cells = columns.map(({ cell }) => cell(row, options.timeZone));
        return [{ cells, persons: getPersonIds(row) }];
      });
    },
  };
}

export function yesOrNo(isOn: boolean): string {
  return isOn ? 'Sí' : 'No';
}

export function plain<Row>(title: string, cell: (row: Row, timeZone: string) => Cell): Column<Row> {
  return { title: () => title, kind: 'plain', cell };
}

/** A column of calendar days ('YYYY-MM-DD'), independent of the time zone. */
export function day<Row>(title: string, cell: (row: Row) => string | null): Column<Row> {
  return { title: () => title, kind: 'day', cell };
}

/** A column of instants, in the clinic's zone by default. */
export function time<Row>(
  title: string,
  instant: (row: Row) => Date | string | null,
  zone?: 'UTC',
): Column<Row> {
  return {
    title: (timeZone) => addTimeZone(title, zone ?? timeZone),
    kind: 'time',
    cell: (row, timeZone) => toTimeCell(instant(row), zone ?? timeZone),
  };
}

/** The value of a cell. Only texts need escaping against formulas. */
export type Cell = string | number | WallTime | null;

/** A date with its time in a zone; a text if it is invalid. */
export function toTimeCell(
  instant: Date | string | null,
  timeZone: string,
): WallTime | string | null {
  const parsed = instant instanceof Date ? instant : parseWireDate(instant);
  if (parsed === 'missing') return null;
  if (parsed === 'invalid') return INVALID_DATE;
  return toWallTime(parsed.toISOString(), timeZone);
}

/** A column title with its zone: 'Último acceso (hora de Ciudad de México)'. */
export function addTimeZone(title: string, timeZone: string): string {
  return `${title} (${timeZone === 'UTC' ? 'UTC' : `hora de ${zoneName(timeZone)}`})`;
}
