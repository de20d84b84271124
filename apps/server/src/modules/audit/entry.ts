import { auditActionWords } from '@simiente/contract/audit/action-words';
import type { RecordKind } from '@simiente/contract/common/record-kinds';
import { sql } from 'drizzle-orm';
import type { Act } from '../../platform/act.ts';
import { prepareOnce, type Reader } from '../../platform/database/database.ts';
import { auditEvents } from '../../schema/audit.ts';

/** An audit row before the database sets its id and time. */
export type AuditRow = Required<Omit<typeof auditEvents.$inferInsert, 'id' | 'at'>>;

/** A client may send any User-Agent; this many characters are stored. */
const MAX_USER_AGENT_LENGTH = 300;

export function toAuditRow({ actor, origin }: Act, entry: AuditEntry): AuditRow {
  return {
    actorKind: actor.kind,
    actorId: 'id' in actor ? actor.id : null,
    action: entry.action,
    subjectKind: entry.subject?.kind ?? null,
    subjectId: entry.subject?.id ?? null,
    patientId: getPatientId(entry) ?? null,
    address: origin.address,
    userAgent: origin.userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    requestId: origin.requestId,
    // Background requests, such as updates of an open list, are not the user's own activity.
    details: origin.background ? { ...entry.details, background: true } : (entry.details ?? null),
    shown: entry.shown?.length ? [...new Set(entry.shown)] : null,
    shownSet: entry.shownSet ?? null,
    sessionId: origin.sessionId ?? null,
  };
}

export const getPatientId = ({ patientId, subject }: AuditEntry) =>
  patientId ?? (subject?.kind === 'patient' ? subject.id : undefined);

/** Inserts rows in their order. They are sent as JSON, so that one prepared statement serves any number of rows. */
export async function insertAudit(db: Reader, rows: readonly AuditRow[]): Promise<void> {
  const insertion = prepareOnce(db, 'insert_audit', (name) =>
    db
      .insert(auditEvents)
      .select(sql`select next_audit_event_id(), now(), "actorKind", "actorId", "action", "subjectKind",
          "subjectId", "patientId", "address", "userAgent", "requestId", "details", "shown",
          decode("shownSet", 'hex'), "sessionId"
        from json_to_recordset(${sql.placeholder('rows')}::json) as row("actorKind" text, "actorId" text,
          "action" text, "subjectKind" text, "subjectId" text, "patientId" text, "address" text,
          "userAgent" text, "requestId" text, "details" jsonb, "shown" text[], "shownSet" text,
          "sessionId" text)`)
      .prepare(name),
  );
  await insertion.execute({
    rows: JSON.stringify(rows.map((row) => ({ ...row, shownSet: row.shownSet?.toString('hex') }))),
  });
}

/** Every action has its words in the contract, so that no screen shows a key. */
export type AuditAction = keyof typeof auditActionWords;

export interface AuditEntry {
  readonly action: AuditAction;
  readonly subject?: {
    readonly kind:
      | RecordKind
      | 'staff'
      | 'file'
      | 'data_request'
      | 'received_result'
      | 'laboratory_message'
      | 'calendly_delivery'
      | 'export'
      | 'report'
      | 'report_delivery';
    readonly id: string;
  };
  /** The concerned patient; by default the subject, if that is a patient. */
  readonly patientId?: string | null | undefined;
  /** The patients and prospects whose data a page of a list or a search showed. */
  readonly shown?: readonly string[];
  /** The persons whom an export showed, as a compact set made by `ShownSet`. */
  readonly shownSet?: Buffer;
  /** Facts without health data: counts, names of filters. */
  readonly details?: Record<string, unknown> | undefined;
}

export const auditActions = Object.keys(auditActionWords) as readonly AuditAction[];
