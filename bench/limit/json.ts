/** SQL expressions that write a row in wire form, so that no program has to convert it. */

/** An instant as JavaScript writes it; the session's zone is UTC. */
export const iso = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** All rows of a query in one array; none is an empty one. */
export const arrayOf = (query: string) =>
  `coalesce((select json_agg(row) from (${query}) as row), '[]'::json)`;

/** The envelope of every answer around what a query makes. */
export const answerOf = (data: string) =>
  `select '{"status":200,"data":' || (${data})::text || '}' as answer`;
