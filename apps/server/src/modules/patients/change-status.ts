import type { EarlierStatus } from '@simiente/contract/patients/calls';
import type { SettablePatientStatus } from '@simiente/contract/patients/filters';
import { type SQL, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { runStatement, statement } from '../../platform/database/statements.ts';
import { Problem } from '../../platform/problem.ts';
import { patients } from '../../schema/patients.ts';
import { auditedAct, auditOfPatients, isAudited } from '../audit/public.ts';
import { notDeleted } from './query.ts';

type Act = Pick<StaffContext, 'actor' | 'origin'>;

/**
 * The wanted status of a patient; with a version, only if the patient is of that version and had this
 * status before it.
 */
interface RequestedStatus {
  readonly id: string;
  readonly status: number | null;
  readonly version?: number;
}

/**
 * Sets one status for several patients, all of them or none; those who have it already are skipped.
 * @throws Problem NOT_FOUND when one of them does not exist or is deleted
 */
export async function changeStatus(
  db: Database | Transaction,
  context: Act,
  ids: readonly string[],
  status: SettablePatientStatus,
): Promise<{ updated: number; earlier: EarlierStatus[] }> {
  const requested = [...new Set(ids)].map((id) => ({ id, status }));
  const { found, earlier } = await setStatuses(db, context, set, requested);
  if (found !== requested.length) throw new Problem('NOT_FOUND');
  return { updated: earlier.length, earlier };
}

/**
 * Undoes a change of status: each patient gets the earlier one, unless they were changed or deleted
 * since, or never had it.
 */
export async function restoreStatus(
  db: Database | Transaction,
  context: Act,
  earlier: readonly EarlierStatus[],
): Promise<{ restored: number; kept: number }> {
  const wanted = new Map(earlier.map(({ idUser: id, ...had }) => [id, { id, ...had }]));
  const done = await setStatuses(db, context, restore, [...wanted.values()]);
  return { restored: done.earlier.length, kept: wanted.size - done.earlier.length };
}

/** The details of the audit row, as jsonb. */
function changeOf(from: SQL, to: SQL, version: SQL): SQL {
  return sql`jsonb_build_object('version', ${version},
    'changes', jsonb_build_object('status', jsonb_build_object('from', ${from}, 'to', ${to})))`;
}

/**
 * Locks the patients in the order of ids, as everywhere, so that concurrent changes wait for each other;
 * changes those that fit, and audits each. It is one statement, since round trips would be most of its
 * cost. Its input is JSON, of unknown size to PostgreSQL, so that one plan serves for any number of
 * patients. Without a limit that plan would be for a hundred, and read a thousand patients whole.
 * @param fits whether one of `found` is changed
 */
const changeWhere = (fits: SQL) =>
  statement(sql`
  with requested as materialized (
    select * from json_to_recordset($1::json) as request(id text, status integer, version integer)
    limit (select json_array_length($1::json))),
  found as (
    select ${patients.id}, ${patients.status}, ${patients.version},
      requested.status as wanted, requested.version as expected
    from requested join ${patients} using (id) where ${notDeleted}
    order by ${patients.id} for update of ${patients}),
  changed as (
    update patients set status = found.wanted, version = patients.version + 1, updated_at = now()
    from found where patients.id = found.id and ${fits}
    returning patients.id, found.status as earlier, patients.status, patients.version),
  audited as (${auditOfPatients('$2', {
    changed: sql`changed`,
    details: changeOf(sql`earlier`, sql`status`, sql`version`),
  })})
  select (select count(*)::integer from found) as found, coalesce(json_agg(
    json_build_object('idUser', id, 'status', earlier, 'version', version) order by id), '[]') as earlier
  from changed`);

/** All of them, or none. */
const set = changeWhere(sql`found.status is distinct from found.wanted
  and (select count(*) from found) = (select count(*) from requested)`);

/**
 * Those of that version, who had this status before it. A statement of its own: with a search of the audit in
 * that of every change, PostgreSQL would plan that one anew each time for as long as the audit has grown since
 * the connection first planned it (docs/adr/0061).
 */
const restore = changeWhere(sql`found.version = found.expected
  and ${isAudited('patient.status_changed', {
    patientId: sql`found.id`,
    details: changeOf(sql`found.wanted`, sql`found.status`, sql`found.version`),
  })}`);

/** @returns how many of them are not deleted, and the earlier status of those that were changed */
async function setStatuses(
  db: Database | Transaction,
  context: Act,
  change: typeof set,
  requested: readonly RequestedStatus[],
): Promise<{ found: number; earlier: EarlierStatus[] }> {
  const act = auditedAct(context, 'patient.status_changed');
  const query = change(JSON.stringify(requested), act);
  const [row] = await runStatement<{ found: number; earlier: EarlierStatus[] }>(db, query);
  if (row === undefined) throw new Error('An aggregate gave no row');
  return row;
}
