import { Column, type GetColumnData, is, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { readInstant } from './instants.ts';

/**
 * The columns of a record, by the names that its presenter uses. Drizzle's `select` takes them too, so
 * that a record has one list of columns.
 */
export type Columns = Readonly<Record<string, AnyPgColumn | SQL>>;

export type RowOf<C extends Columns> = {
  -readonly [Name in keyof C]: C[Name] extends AnyPgColumn
    ? GetColumnData<C[Name]>
    : C[Name] extends SQL<infer Value>
      ? Value
      : never;
};

export function selectList(columns: Columns): SQL {
  const list = Object.entries(columns).map(
    ([name, column]) =>
      sql`${isCalendarDay(column) ? sql`${column}::text` : column} as ${named(name)}`,
  );
  return sql.join(list, sql`, `);
}

/** The driver would make a local instant of a calendar day. */
const isCalendarDay = (column: Columns[string]) =>
  is(column, Column) && column.columnType === 'PgDateString';

const named = (name: string) => sql.identifier(name);

/** The cells of one row, read from JSON. */
export type Cells = readonly unknown[];

/**
 * A row as one cell of JSON, since the driver takes each cell, and what describes it, by itself (ADR 0080).
 * @param from the name of a query with these columns; without it they are those of their tables
 */
export function inOneCell(columns: Columns, from?: string): SQL {
  const cells = Object.entries(columns).map(([name, column]) =>
    from === undefined ? sql`${column}` : sql`${sql.raw(from)}.${named(name)}`,
  );
  return sql`json_build_array(${sql.join(cells, sql`, `)})`;
}

/** The row of which `inOneCell` made a cell, as Drizzle's `select` would return it. */
export function readCells<C extends Columns>(columns: C, cells: Cells): RowOf<C> {
  const { template, fields } = shapeOf(columns);
  const row = { ...template };
  fields.forEach((field, at) => {
    setCell(row, field, cells[at]);
  });
  return row as RowOf<C>;
}

function setCell(row: Record<string, unknown>, { name, read }: Field, cell: unknown): void {
  row[name] = read && cell !== null ? read(cell) : cell;
}

/** The cells of each column; null where there are no rows. */
export type ByColumn = readonly (Cells | null)[];

/**
 * All rows of a subquery `entry` as one cell of JSON, with an array for each column: PostgreSQL looks up a
 * column's type once, and not for each row.
 */
export function byColumn(columns: Columns): SQL {
  const cells = Object.keys(columns).map((name) => sql`json_agg(entry.${named(name)})`);
  return sql`json_build_array(${sql.join(cells, sql`, `)})`;
}

/** The rows of which `byColumn` made a cell, filled column by column. */
export function readByColumn<C extends Columns>(columns: C, sent: ByColumn): RowOf<C>[] {
  const { template, fields } = shapeOf(columns);
  const rows = (sent[0] ?? []).map(() => ({ ...template }));
  fields.forEach((field, column) => {
    const cells = sent[column];
    rows.forEach((row, at) => {
      setCell(row, field, cells?.[at]);
    });
  });
  return rows as RowOf<C>[];
}

/** What rows with these columns are read by. */
interface Shape {
  /** A row without values: its copies have its form, which a row that grows field by field gets late. */
  readonly template: Readonly<Record<string, unknown>>;
  readonly fields: readonly Field[];
}

/** The name of a column, and the conversion of its cells. */
interface Field {
  readonly name: string;
  readonly read: ReturnType<typeof readerOf>;
}

const shapes = new WeakMap<Columns, Shape>();

function shapeOf(columns: Columns): Shape {
  const known = shapes.get(columns);
  if (known) return known;
  const made = {
    template: Object.fromEntries(Object.keys(columns).map((name) => [name, null])),
    fields: Object.entries(columns).map(([name, column]) => ({ name, read: readerOf(column) })),
  };
  shapes.set(columns, made);
  return made;
}

/**
 * Rows that belong to the row of another query, as one of its columns.
 * @param from the rest of the query: from, where, order
 */
export function nestedRows<C extends Columns>(columns: C, from: SQL): SQL<RowOf<C>[]> {
  // They are few: an array for each column would cost more.
  const rows = sql<RowOf<C>[]>`coalesce((select json_agg(${inOneCell(columns, 'entry')})
    from (select ${selectList(columns)} ${from}) as entry), '[]'::json)`;
  return withReader(rows, (sent) =>
    (sent as readonly Cells[]).map((cells) => readCells(columns, cells)),
  );
}

const readers = new WeakMap<SQL, (sent: unknown) => unknown>();

function withReader<Value>(expression: SQL<Value>, read: (sent: unknown) => Value): SQL<Value> {
  const decoding = expression.mapWith((sent: unknown) =>
    read(typeof sent === 'string' ? JSON.parse(sent) : sent),
  ) as SQL<Value>;
  readers.set(decoding, read);
  return decoding;
}

/** The conversion of a cell read from JSON; undefined if it needs none. */
function readerOf(column: Columns[string]): ((cell: unknown) => unknown) | undefined {
  if (!is(column, Column)) return readers.get(column);
  return column.dataType === 'date' ? (cell) => readInstant(cell as string) : undefined;
}
