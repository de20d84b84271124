import { type SQL, sql } from 'drizzle-orm';
import type { Act } from '../../platform/act.ts';
import type { Reader } from '../../platform/database/database.ts';
import { runStatement, statement } from '../../platform/database/statements.ts';
import type { AuditAction } from './entry.ts';
import { type AuditRow, auditRow } from './row.ts';

/** The columns of a row beside id and time. */
const AUDIT_COLUMNS = sql.raw(
  'actor_kind, actor_id, action, subject_kind, subject_id, patient_id, address, user_agent, request_id, details',
);

const INSERTION = sql`insert into audit_events (${AUDIT_COLUMNS}, shown, shown_set)
      select "actorKind", "actorId", "action", "subjectKind", "subjectId", "patientId", "address",
        "userAgent", "requestId", "details", "shown", decode("shownSet", 'hex')
      from json_to_recordset($1::json) as row("actorKind" text, "actorId" text,
        "action" text, "subjectKind" text, "subjectId" text, "patientId" text, "address" text,
        "userAgent" text, "requestId" text, "details" jsonb, "shown" text[], "shownSet" text)`;

const insertion = statement(INSERTION);
const insertionWithId = statement(sql`${INSERTION} returning id`);

/** Inserts rows in their order. */
export async function insertAudit(db: Reader, rows: readonly AuditRow[]): Promise<void> {
  await runStatement(db, insertion(jsonOf(rows)));
}

/** @returns the id of an inserted row */
export async function insertAuditRow(db: Reader, row: AuditRow): Promise<number> {
  const [made] = await runStatement<{ id: string }>(db, insertionWithId(jsonOf([row])));
  if (made === undefined) throw new Error('An inserted row has an id');
  return Number(made.id);
}

function jsonOf(rows: readonly AuditRow[]): string {
  return JSON.stringify(rows.map((row) => ({ ...row, shownSet: row.shownSet?.toString('hex') })));
}

/**
 * A part of a statement that changes patients: writes one audit row for each, in the same statement.
 * @param act the position of `auditedAct` in the statement, such as $3
 * @param changed the changed rows, which have the patient's id
 * @param details of each patient, of type jsonb
 */
export function auditOfPatients(
  act: string,
  { changed, details }: { readonly changed: SQL; readonly details: SQL },
): SQL {
  return sql`insert into audit_events (${AUDIT_COLUMNS})
    select act."actorKind", act."actorId", act."action", 'patient', changed.id, changed.id,
      act."address", act."userAgent", act."requestId", ${details} || coalesce(act."details", '{}')
    from ${changed} as changed, json_to_record(${sql.raw(act)}::json) as act("actorKind" text,
      "actorId" text, "action" text, "address" text, "userAgent" text, "requestId" text, "details" jsonb)
    order by changed.id`;
}

/** A part of a statement: whether the audit has this action on a patient with these details. */
export function isAudited(
  action: AuditAction,
  { patientId, details }: { readonly patientId: SQL; readonly details: SQL },
): SQL {
  return sql`exists (select from audit_events as event where event.patient_id = ${patientId}
    and event.action = ${sql.raw(`'${action}'`)} and event.details @> ${details})`;
}

/** The act for `auditOfPatients`. */
export function auditedAct(act: Act, action: AuditAction): string {
  return JSON.stringify(auditRow(act, { action }));
}
