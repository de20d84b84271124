import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { CASING, clientOf, type Database, type Transaction } from './database.ts';

/**
 * Answers that PostgreSQL writes as JSON, in one statement and outside of a transaction: building rows
 * in JavaScript and writing them out again was most of what a list cost (docs/adr/0037).
 */

const dialect = new PgDialect(CASING);

/** A part of a statement that is always the same, put into words once. */
export function fixed(part: SQL): SQL {
  const { sql: text, params } = dialect.sqlToQuery(part);
  if (params.length > 0) throw new Error('A fixed part of a statement has values');
  return sql.raw(text);
}

/** A whole number that is part of the statement, so that it is planned for that very number. */
export function literal(number: number): SQL {
  return sql.raw(String(Math.trunc(number)));
}

/** An instant as JavaScript writes it, whatever the zone of the session. */
export function isoText(column: SQL | { getSQL(): SQL }): SQL {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Every row of a query as one JSON array; none is an empty one. */
export function arrayOf(query: SQL): SQL {
  return sql`coalesce((select json_agg(entry) from (${query}) as entry), '[]'::json)`;
}

/** What is sent; with a name each connection keeps it read, and planned. */
export interface Query {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

/** How a statement is run. */
interface AskOptions {
  /**
   * Whether it is kept planned on each connection. Only for what has few forms, and whose best plan is
   * the same for every value: what is searched for is planned anew, for how rare it is.
   */
  readonly prepared: boolean;
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

/** A statement that is the same but for its values, which stand in it as $1, $2 …; put into words once, and kept planned. */
export function statement(part: SQL): (...values: unknown[]) => Query {
  const { sql: text } = dialect.sqlToQuery(fixed(part));
  const name = nameOf(text);
  return (...values) => (name === undefined ? { text, values } : { name, text, values });
}

/** Runs one statement. @returns its only row, a column each, or undefined when there is none */
export async function askRow<Row extends readonly unknown[]>(
  db: Database | Transaction,
  query: Query,
): Promise<Row | undefined> {
  const { rows } = await clientOf(db).query<Row[number][]>({ ...query, rowMode: 'array' });
  return rows[0] as Row | undefined;
}

function queryOf(part: SQL, { prepared }: AskOptions): Query {
  const { sql: text, params: values } = dialect.sqlToQuery(part);
  const name = prepared ? nameOf(text) : undefined;
  return name === undefined ? { text, values } : { name, text, values };
}

/** A page as PostgreSQL wrote it. */
export interface WrittenPage<Row, Extra> {
  /** Its rows as JSON, with commas between them. */
  readonly written: string;
  readonly count: number;
  /** The last of them, when more come after it. */
  readonly last: Row | undefined;
  readonly extra: Extra;
}

/**
 * One page of rows and what is told beside them, in one statement.
 * @param rows the query, in its order, for one row more than `limit`; each column is a key of the JSON
 * @param extra an expression of type json
 * @param before common table expressions that both may name
 */
export async function askPage<Row, Extra>(
  db: Database,
  {
    rows,
    limit,
    extra,
    before = [],
    prepared,
  }: AskOptions & {
    readonly rows: SQL;
    readonly limit: number;
    readonly extra: SQL;
    readonly before?: readonly SQL[];
  },
): Promise<WrittenPage<Row, Extra>> {
  const entries = sql`entries as (
    select row_number() over () as place, row_to_json(entry)::text as written from (${rows}) as entry)`;
  const size = literal(limit);
  const row = await askRow<[string | null, number, string | null, Extra]>(
    db,
    queryOf(
      sql`with ${sql.join([...before, entries], sql`, `)}
        select string_agg(written, ',') filter (where place <= ${size}), count(*)::int,
          max(written) filter (where place = ${size}), ${extra} from entries`,
      { prepared },
    ),
  );
  if (row === undefined) throw new Error('An aggregate gave no row');
  const [written, found, last, told] = row;
  return {
    written: written ?? '',
    count: Math.min(found, limit),
    last: found > limit && last !== null ? (JSON.parse(last) as Row) : undefined,
    extra: told,
  };
}

/** A page and what is told beside its rows, as one JSON object. */
export function pageJson(
  key: string,
  { written }: Pick<WrittenPage<unknown, unknown>, 'written'>,
  beside: object,
): string {
  return `{"${key}":[${written}],${JSON.stringify(beside).slice(1)}`;
}

/** Rows that are in memory at the same time. */
const ROWS_AT_ONCE = 250;

/**
 * Every row of a list in one JSON array, piece by piece, page after page by key. However many there are,
 * little of them is ever here, and no connection waits for who reads them slowly.
 */
export async function* writeAll<Row, Extra>(
  db: Database,
  {
    around: [before, behind],
    rows,
    after,
    extra,
    onFound,
  }: {
    /** What stands before and behind the array. */
    readonly around: readonly [string, string];
    /** The query for those after a place, or for all, in their order and without a limit. */
    readonly rows: (next: SQL | undefined) => SQL;
    readonly after: (last: Row) => SQL;
    readonly extra: SQL;
    /** Told what `extra` says, before any row leaves. */
    readonly onFound: (extra: Extra) => Promise<void>;
  },
): AsyncGenerator<string> {
  let next: SQL | undefined;
  let isFirst = true;
  do {
    const page = await askPage<Row, Extra>(db, {
      rows: sql`${rows(next)} limit ${literal(ROWS_AT_ONCE + 1)}`,
      limit: ROWS_AT_ONCE,
      extra,
      prepared: true,
    });
    if (isFirst) await onFound(page.extra);
    yield `${isFirst ? `${before}[` : ','}${page.written}`;
    next = page.last && after(page.last);
    isFirst = false;
  } while (next);
  yield `]${behind}`;
}
