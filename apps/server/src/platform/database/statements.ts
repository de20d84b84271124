import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { CASING, clientOf, type Reader } from './database.ts';

/**
 * Statements that Drizzle's builder would make anew for every request: to make them once, and to have
 * PostgreSQL plan them once, is most of what a read that is asked for all day costs (docs/adr/0037).
 */

const dialect = new PgDialect(CASING);

/** A part of a statement that is always the same, rendered once. */
export function fixed(part: SQL): SQL {
  const { sql: text, params } = dialect.sqlToQuery(part);
  if (params.length > 0) throw new Error('A fixed part of a statement has values');
  return sql.raw(text);
}

/** A whole number that is part of the statement, so that it is planned for that very number. */
export function literal(number: number): SQL {
  return sql.raw(String(Math.trunc(number)));
}

/** What is sent; with a name each connection keeps it parsed and planned. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

/** Names of the statements that are kept planned, by their text. */
const names = new Map<string, string>();
/**
 * Each takes memory of every connection. Of the usual page size alone there are some seventy: by eight
 * orders, first or not, of a status or not.
 */
const MOST_PREPARED = 128;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_PREPARED) return known;
  const name = `simiente_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/** A statement that is the same but for its values, which stand in it as $1, $2 …; it is kept planned. */
export function statement(part: SQL): (...values: unknown[]) => Statement {
  const { sql: text } = dialect.sqlToQuery(fixed(part));
  const name = nameOf(text);
  return (...values) => (name === undefined ? { text, values } : { name, text, values });
}

/**
 * A statement as it is, with its values.
 * @param prepared whether it is kept planned. Only for what has few forms, and whose best plan is the
 *   same for every value: a search is planned anew, because its plan depends on how rare the term is.
 */
export function statementOf(part: SQL, { prepared }: { readonly prepared: boolean }): Statement {
  const { sql: text, params: values } = dialect.sqlToQuery(part);
  const name = prepared ? nameOf(text) : undefined;
  return name === undefined ? { text, values } : { name, text, values };
}

/** Runs one statement. @returns its rows, by the names of their columns */
export async function runStatement<Row>(db: Reader, query: Statement): Promise<Row[]> {
  const { rows } = await clientOf(db).query(query);
  return rows as Row[];
}
