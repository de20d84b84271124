import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type SQLWrapper, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { InvalidDates } from '../../schema/columns.ts';

type Defined<Columns> = { [Name in keyof Columns]?: Exclude<Columns[Name], undefined> };

/**
 * The columns whose values differ from the row's. An undefined value is ignored. A column that the row lacks counts
 * as null.
 */
export function findChanges<
  Row extends object,
  Columns extends Partial<Record<keyof Row, unknown>>,
>(row: Row, columns: Columns): Defined<Columns> {
  const differs = ([name, value]: [string, unknown]) =>
    value !== undefined && !isDeepStrictEqual(value, row[name as keyof Row] ?? null);
  return Object.fromEntries(Object.entries(columns).filter(differs)) as Defined<Columns>;
}

/** The named columns of a table, or fields of a row. */
export function pick<Source extends object, Name extends keyof Source>(
  source: Source,
  names: readonly Name[],
): NoInfer<Pick<Source, Name>> {
  const picked = Object.fromEntries(names.map((name) => [name, source[name]]));
  return picked as NoInfer<Pick<Source, Name>>;
}

/** The type of a value in answers, where instants are texts. */
type WireValue<Value> = Value extends Date ? string : Value;

/** A row for an answer, with its instants as ISO 8601. */
export function toWire<Row extends object>(
  row: Row,
): { [Name in keyof Row]: WireValue<Row[Name]> } {
  const values = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return Object.fromEntries(values);
}

/** The columns that every edit of a row sets. */
export const nextVersion = ({ version }: { readonly version: AnyPgColumn }) => ({
  version: sql`${version} + 1`,
  updatedAt: sql`now()`,
});

/** SQL: an instant as in answers, ISO 8601 in UTC with milliseconds. */
export const isoText = (instant: SQLWrapper | string) =>
  sql<string>`to_char(${typeof instant === 'string' ? sql.raw(instant) : instant} at time zone 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * The columns that a change other than an edit sets, such as a restore. A row that staff did not edit since its import
 * still belongs to the import.
 */
export const nextVersionWithoutEdit = (table: {
  readonly version: AnyPgColumn;
  readonly importedVersion: AnyPgColumn;
}) => ({
  ...nextVersion(table),
  importedVersion: sql`case when ${table.importedVersion} = ${table.version} - 1
    then ${table.version} + 1 else ${table.importedVersion} end`,
});

/** The id of a new record: a prefix for its kind and ten random bytes, as in the legacy system. */
export function newRecordId(prefix: string): string {
  return `${prefix}_${randomBytes(10).toString('hex')}`;
}

/** A date in answers: ISO 8601, or the invalid text from an import until a user replaces it. */
export function presentDate<Name extends string>(
  row: { readonly [N in Name]: Date | null } & { readonly invalidDates: InvalidDates | null },
  name: Name,
): string | null {
  return row[name]?.toISOString() ?? row.invalidDates?.[name] ?? null;
}

/** The texts of the row's invalid dates; null if all dates are valid. */
export function remainingInvalidDates(
  row: Readonly<Record<string, unknown>> & { readonly invalidDates: InvalidDates | null },
): InvalidDates | null {
  const remaining = Object.entries(row.invalidDates ?? {}).filter(([name]) => row[name] === null);
  return remaining.length === 0 ? null : Object.fromEntries(remaining);
}
