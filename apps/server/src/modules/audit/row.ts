import type { Act } from '../../platform/act.ts';
import type { Reader } from '../../platform/database/database.ts';
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
    details: detailsOf(entry, origin),
    shown: entry.shown?.length ? [...new Set(entry.shown)] : null,
    shownSet: entry.shownSet ?? null,
  };
}

/** Separates background requests from user activity. */
function detailsOf({ details }: AuditEntry, { background }: Act['origin']) {
  return background ? { ...details, background } : (details ?? null);
}

/** Rows of one statement, whose parameters PostgreSQL limits to 65 535. */
const MOST_AT_ONCE = 1_000;

/** Inserts rows in their order. */
export async function insertAudit(db: Reader, rows: readonly AuditRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += MOST_AT_ONCE) {
    await db.insert(auditEvents).values(rows.slice(at, at + MOST_AT_ONCE));
  }
}
