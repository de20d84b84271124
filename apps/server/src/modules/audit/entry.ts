import { auditActs } from '@simiente/contract/audit/acts';
import type { RecordKind } from '@simiente/contract/common/record-kinds';
import type { Act } from '../../platform/act.ts';
import type { Reader } from '../../platform/database/database.ts';
import { auditEvents } from '../../schema/audit.ts';

/** A client may send any User-Agent; this many characters are stored. */
const MAX_USER_AGENT_LENGTH = 300;

function toAuditRow({ actor, origin }: Act, entry: AuditEntry) {
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

/** @returns the id of the first row */
export async function insertAudit(
  db: Reader,
  act: Act,
  ...entries: readonly AuditEntry[]
): Promise<number> {
  const [row] = await db
    .insert(auditEvents)
    .values(entries.map((entry) => toAuditRow(act, entry)))
    .returning({ id: auditEvents.id });
  if (row === undefined) throw new Error('An insert returned no row');
  return row.id;
}

/** Every action has its words in the contract, so that no screen shows a key. */
export type AuditAction = keyof typeof auditActs;

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

export const auditActions = Object.keys(auditActs) as readonly AuditAction[];
