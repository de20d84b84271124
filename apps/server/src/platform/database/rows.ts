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

/** The columns as a select list. */
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

/** Converts a row of JSON or the driver to what Drizzle's `select` would return. */
export function rowReader<C extends Columns>(columns: C): (row: RowOf<C>) => RowOf<C> {
  const reading = Object.entries(columns).flatMap(([name, column]) => {
    const read = is(column, Column) ? bigNumber(column) : readers.get(column);
    return read ? [[name, read] as const] : [];
  });
  if (reading.length === 0) return (row) => row;
  return (row) => {
    const made: Record<string, unknown> = { ...row };
    for (const [name, read] of reading) if (made[name] !== null) made[name] = read(made[name]);
    return made as RowOf<C>;
  };
}

/** PostgreSQL's bigint arrives as text. */
const bigNumber = ({ columnType }: Column) => (columnType === 'PgBigInt53' ? Number : undefined);

/**
 * Rows that belong to the row of another query, as one of its columns.
 * @param from the rest of the query: from, where, order
 */
export function nestedRows<C extends Columns>(columns: C, from: SQL): SQL<RowOf<C>[]> {
  const names = Object.keys(columns);
  const cells = sql.join(
    names.map((name) => sql`entry.${named(name)}`),
    sql`, `,
  );
  const readers = Object.values(columns).map(readerOf);
  const read = (cells: readonly unknown[]) =>
    Object.fromEntries(
      names.map((name, index) => {
        const cell = cells[index];
        const from = readers[index];
        return [name, from && cell !== null ? from(cell) : cell];
      }),
    ) as RowOf<C>;
  const rows = sql<RowOf<C>[]>`coalesce((select json_agg(json_build_array(${cells}))
    from (select ${selectList(columns)} ${from}) as entry), '[]'::json)`;
  return withReader(rows, (sent) => (sent as readonly (readonly unknown[])[]).map(read));
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
  return column.dataType === 'date'
    ? (cell) => readInstant(cell as string, (text) => new Date(text))
    : undefined;
}
