import { sql } from 'drizzle-orm';
import type { Act } from '../../platform/act.ts';
import { preparedOnce, type Reader } from '../../platform/database/database.ts';
import { auditEvents } from '../../schema/audit.ts';
import type { AuditEntry } from './entry.ts';

/** An audit row before the database sets its id and time. */
export type AuditRow = Required<Omit<typeof auditEvents.$inferInsert, 'id' | 'at'>>;

/** A client may send any User-Agent; this many characters are stored. */
const LONGEST_USER_AGENT = 300;

export function auditRow({ actor, origin }: Act, entry: AuditEntry): AuditRow {
  return {
    actorKind: actor.kind,
    actorId: 'id' in actor ? actor.id : null,
    action: entry.action,
    subjectKind: entry.subject?.kind ?? null,
    subjectId: entry.subject?.id ?? null,
    patientId: entry.patientId ?? null,
    address: origin.address,
    userAgent: origin.userAgent?.slice(0, LONGEST_USER_AGENT) ?? null,
    requestId: origin.requestId,
    details: toDetails(entry, origin),
    shown: entry.shown?.length ? [...new Set(entry.shown)] : null,
    shownSet: entry.shownSet ?? null,
  };
}

/** Separates background requests from user activity. */
function toDetails({ details }: AuditEntry, { background }: Act['origin']) {
  return background ? { ...details, background } : (details ?? null);
}

/** Inserts rows in their order, with one plan for any number of them. */
export async function insertAudit(db: Reader, rows: readonly AuditRow[]): Promise<void> {
  const insertion = preparedOnce(db, 'insert_audit', (name) =>
    db
      .insert(auditEvents)
      .select(sql`select next_audit_event_id(), now(), "actorKind", "actorId", "action", "subjectKind",
          "subjectId", "patientId", "address", "userAgent", "requestId", "details", "shown",
          decode("shownSet", 'hex')
        from json_to_recordset(${sql.placeholder('rows')}::json) as row("actorKind" text, "actorId" text,
          "action" text, "subjectKind" text, "subjectId" text, "patientId" text, "address" text,
          "userAgent" text, "requestId" text, "details" jsonb, "shown" text[], "shownSet" text)`)
      .prepare(name),
  );
  await insertion.execute({
    rows: JSON.stringify(rows.map((row) => ({ ...row, shownSet: row.shownSet?.toString('hex') }))),
  });
}
