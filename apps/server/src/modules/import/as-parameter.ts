import { type SQL, sql } from 'drizzle-orm';

/** An array as one parameter. */
export function asArray(values: readonly string[]): SQL {
  return sql`${sql.param(values)}::text[]`;
}

/** Rows as one parameter, to be read by `json_to_recordset`. */
export function asJson(rows: readonly object[]): SQL {
  return sql`${sql.param(JSON.stringify(rows))}::json`;
}
