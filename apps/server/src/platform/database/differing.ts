import { isDeepStrictEqual } from 'node:util';

type Given<Columns> = { [Name in keyof Columns]?: Exclude<Columns[Name], undefined> };

/** The columns with other values than a row has; an undefined one is not asked for, and a missing one of the row is null. */
export function differing<Row extends object, Columns extends Partial<Record<keyof Row, unknown>>>(
  row: Row,
  columns: Columns,
): Given<Columns> {
  const differs = ([name, value]: [string, unknown]) =>
    value !== undefined && !isDeepStrictEqual(value, row[name as keyof Row] ?? null);
  return Object.fromEntries(Object.entries(columns).filter(differs)) as Given<Columns>;
}
