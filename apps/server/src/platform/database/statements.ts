import { isDeepStrictEqual } from 'node:util';
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { Pool, Query, type QueryResult, type QueryResultRow } from 'pg';
import { CASING, clientOf, type Reader } from './database.ts';

/**
 * Statements that Drizzle's builder would render anew for every request. Rendering and planning them
 * once saves most of the cost of a frequent read (docs/adr/0037).
 */

const dialect = new PgDialect(CASING);

/** A constant part of a statement, rendered once. */
export function fixed(part: SQL): SQL {
  const { sql: text, params } = dialect.sqlToQuery(part);
  if (params.length > 0) throw new Error('A fixed part of a statement has values');
  return sql.raw(text);
}

/** A whole number written into the statement, so that the plan is made for it. */
export function literal(number: number): SQL {
  return sql.raw(String(Math.trunc(number)));
}

/** The SQL; a named statement stays parsed and planned in each connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

/** Names of the prepared statements, by their text. */
const names = new Map<string, string>();
/**
 * Each takes memory of every connection. The usual page size alone makes some seventy: eight orders,
 * first page or not, with a status or not.
 */
const MOST_PREPARED = 128;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_PREPARED) return known;
  const name = `simiente_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/** A statement with values as $1, $2 …; it is prepared. */
export function statement(part: SQL): (...values: unknown[]) => Statement {
  const { sql: text } = dialect.sqlToQuery(fixed(part));
  const name = nameOf(text);
  return (...values) => (name === undefined ? { text, values } : { name, text, values });
}

/**
 * A statement with its values.
 * @param prepared whether it is prepared. Only for statements with few forms, whose best plan is the
 *   same for every value: a search is planned anew, because its plan depends on how rare the term is.
 */
export function statementOf(part: SQL, { prepared }: { readonly prepared: boolean }): Statement {
  const { sql: text, params: values } = dialect.sqlToQuery(part);
  const name = prepared ? nameOf(text) : undefined;
  return name === undefined ? { text, values } : { name, text, values };
}

/** One of the few forms of a statement, with its values in their order. */
export interface Form {
  /** No other statement has it, nor another form of this one. */
  readonly name: string;
  readonly values: readonly unknown[];
}

/** By the names of their forms; values may be names of people, which are not kept. */
const rendered = new Map<string, Omit<Statement, 'values'>>();

/**
 * A prepared statement, which is rendered once for each form.
 * @throws Error when it is rendered with other values than its form has
 */
export function formedStatement({ name, values }: Form, part: () => SQL): Statement {
  const known = rendered.get(name);
  if (known) return { ...known, values: [...values] };
  const { values: first, ...statement } = statementOf(part(), { prepared: true });
  if (!isDeepStrictEqual(first, values)) throw new Error(`The form '${name}' has other values`);
  rendered.set(name, statement);
  return { ...statement, values: first };
}

/** @returns the rows, by column names */
export async function runStatement<Row extends QueryResultRow>(
  db: Reader,
  { name, text, values }: Statement,
): Promise<Row[]> {
  // The driver copies what describes a query property by property, which takes longer than all else that it
  // does with it (ADR 0083).
  const query: Query<Row> & { name?: string } = new Query<Row>(text, values);
  if (name !== undefined) query.name = name;
  const result = await answerOf(db, query);
  const { rows } = result;
  // The driver's query ends in V8's old generation, and would keep there whatever it refers to: every row
  // of a long list, until the next full collection (docs/adr/0078).
  result.rows = [];
  return rows;
}

/** A pool gives a promise for a query in this form, and a connection calls back. */
function answerOf<Row extends QueryResultRow>(
  db: Reader,
  query: Query<Row>,
): Promise<QueryResult<Row>> {
  const client = clientOf(db);
  // The driver's types know neither.
  const taker = client as unknown as QueryTaker<Row>;
  if (client instanceof Pool) return taker.query(query);
  return new Promise((resolve, reject) => {
    void taker.query(query, (error, result) => (error ? reject(error) : resolve(result)));
  });
}

interface QueryTaker<Row extends QueryResultRow> {
  query(
    query: Query<Row>,
    answer?: (error: Error | null, result: QueryResult<Row>) => void,
  ): Promise<QueryResult<Row>>;
}
