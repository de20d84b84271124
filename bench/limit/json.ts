/** SQL expressions that write a row in wire form, so that no program has to convert it. */

/** An instant as JavaScript writes it; the session's zone is UTC. */
export const iso = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** All rows of a query in one array; none is an empty one. */
export const jsonArray = (query: string) =>
  `coalesce((select json_agg(row) from (${query}) as row), '[]'::json)`;

/** The envelope of every answer around a query's data. */
const jsonAnswer = (data: string) =>
  `select '{"status":200,"data":' || (${data})::text || '}' as answer`;

/** Parts of a statement. */
export interface Query {
  /** Common table expressions of data and audit. */
  readonly before?: string;
  readonly data: string;
  /** An insert of the audit row. */
  readonly audit: string;
}

export const withoutAudit = ({ before, data }: Query): string =>
  `${before === undefined ? '' : `with ${before} `}${jsonAnswer(data)}`;

export const withAudit = ({ before, data, audit }: Query): string =>
  `with ${before === undefined ? '' : `${before}, `}audited as (${audit}) ${jsonAnswer(data)}`;

interface Audited {
  /** The patient's id, as an expression. */
  readonly patient?: string;
  /** A query of the ids that a list showed. */
  readonly shown?: string;
  /** Source of the change; without it the audit row is always written. */
  readonly from?: string;
  readonly details?: string;
}

const OF_A_LIST = `'{"sort": "-createDate", "limit": 50, "status": 0, "searched": false, "continued": false}'`;

/** An audit row as the product writes for a call, by a statement that knows nothing beside it. */
export function insertAudit(
  action: string,
  { patient, shown, from, details = patient === undefined ? OF_A_LIST : 'null' }: Audited = {},
): string {
  return `insert into audit_events (actor_kind, actor_id, action, subject_kind, subject_id, patient_id,
      address, request_id, details, shown)
    select 'staff', 'stf_limit', '${action}', ${patient === undefined ? 'null' : "'patient'"},
      ${patient ?? 'null'}, ${patient ?? 'null'}, '127.0.0.1', gen_random_uuid()::text,
      ${details}::jsonb, ${shown === undefined ? 'null' : `(${shown})`}${from === undefined ? '' : ` from ${from}`}`;
}
