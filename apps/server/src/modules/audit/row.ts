import type { Act } from '../../platform/act.ts';
import type { auditEvents } from '../../schema/audit.ts';
import type { AuditEntry } from './entry.ts';

/** A row of the audit before the database numbers and dates it. */
export type AuditRow = Required<Omit<typeof auditEvents.$inferInsert, 'id' | 'at'>>;

/** A client may send any text as its name; this much of it is kept. */
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
  };
}

/** What a page asked for by itself is told apart from what a person looked at. */
function detailsOf({ details }: AuditEntry, { background }: Act['origin']) {
  return background ? { ...details, background } : (details ?? null);
}
