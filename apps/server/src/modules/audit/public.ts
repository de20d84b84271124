import { auditActs } from '@simiente/contract/audit-acts';
import type { RecordKind } from '@simiente/contract/common/ids';
import type { Transaction } from '../../platform/database/database.ts';
import type { Act } from '../../platform/http/context.ts';
import { auditEvents } from '../../schema/audit.ts';

export { type AuditSeal, openAuditSeal } from './chain/audit-seal.ts';
export { sealAll } from './chain/sealer.ts';
export { changesOf } from './changes.ts';

/** Everything that leaves a row in the audit. */
export type AuditAction =
  | 'session.created'
  | 'session.refused'
  | 'session.ended'
  | 'session.second_step_asked'
  | 'session.second_step_refused'
  | 'session.revoked'
  | 'account.renamed'
  | 'account.password_changed'
  | 'account.password_refused'
  | 'two_factor.enabled'
  | 'two_factor.disabled'
  | 'two_factor.recovery_codes_made'
  | 'two_factor.recovery_code_used'
  | 'two_factor.reset'
  | 'staff.created'
  | 'staff.status_changed'
  | 'staff.password_reset'
  | 'patients.listed'
  | 'patient.read'
  | 'patient.history_read'
  | 'patient.exported'
  | 'patient.created'
  | 'patient.updated'
  | 'patient.status_changed'
  | 'patients.duplicates_searched'
  | 'file.read'
  | 'appointment.created'
  | 'appointment.updated'
  | 'appointments_without_patient.listed'
  | 'deliveries.listed'
  | 'delivery.replayed'
  | 'dashboard.read'
  | 'activity.listed'
  | 'exams.listed'
  | 'exam.created'
  | 'exam.updated'
  | 'exam.file_replaced'
  | 'exam_order.created'
  | 'exam_order.downloaded'
  | 'exam_order_downloads.listed'
  | 'exam_order.read'
  | 'exam.read'
  | 'appointment.read'
  | 'doctor.free_times_read'
  | 'record.shown'
  | 'request.refused'
  | 'request.without_effect'
  | 'staff.listed'
  | 'account.activity_read'
  | 'patient.accesses_read'
  | 'patient.exam_orders_read'
  | 'prescription.uploaded'
  | 'doctors.listed'
  | 'doctor.read'
  | 'doctor.agenda_read'
  | 'doctor.created'
  | 'doctor.updated'
  | 'doctor.retired'
  | 'doctor.reinstated'
  | 'prospects.listed'
  | 'prospect.read'
  | 'prospect.updated'
  | 'prospect.moved'
  | 'prospect.converted'
  | 'records.searched'
  | 'list.exported'
  | 'list.export_ended'
  | 'branches.listed'
  | 'branch.read'
  | 'branch.created'
  | 'branch.updated'
  | 'partners.listed'
  | 'partner.read'
  | 'partner.created'
  | 'partner.updated'
  | 'prospect.received'
  | 'prospect.refused'
  | 'bin.listed'
  | 'record.deleted'
  | 'record.restored'
  | 'audit.verified'
  | 'secrets.rotated'
  | 'secrets.retired'
  | 'record.blocked'
  | 'record.unblocked'
  | 'record.purged'
  | 'record.purge_refused'
  | 'data.imported'
  | 'data.backed_up'
  | 'data.restored';

export interface AuditEntry {
  readonly action: AuditAction;
  readonly subject?: {
    readonly kind: RecordKind | 'staff' | 'file' | 'delivery' | 'export';
    readonly id: string;
  };
  /** The patient whom it concerns. */
  readonly patientId?: string;
  /** Facts without health data: counts, names of filters. */
  readonly details?: Record<string, unknown>;
}

/** Whoever reads the audit is told each act in words. */
auditActs satisfies Readonly<Record<AuditAction, unknown>>;

/** The transactions that have a row already. */
const recorded = new WeakSet<Transaction>();

/** A client may send any text as its name; this much of it is kept. */
const LONGEST_USER_AGENT = 300;

/**
 * Writes one audit row for each entry, in the transaction of what it records: if the row cannot be
 * written, what it would have recorded does not happen.
 */
export async function recordAudit(
  transaction: Transaction,
  { actor, origin }: Act,
  ...entries: readonly AuditEntry[]
): Promise<void> {
  recorded.add(transaction);
  await transaction.insert(auditEvents).values(
    entries.map((entry) => ({
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
    })),
  );
}

/**
 * Records what an answer shows, where nothing else of the transaction left a row: an edit that changed
 * nothing, or that was made before under the same Idempotency-Key, shows the record all the same.
 */
export async function recordLook(
  transaction: Transaction,
  act: Act,
  entry: AuditEntry,
): Promise<void> {
  if (!recorded.has(transaction)) await recordAudit(transaction, act, entry);
}

/** What a page asked for by itself is told apart from what a person looked at. */
function detailsOf({ details }: AuditEntry, { background }: Act['origin']) {
  return background ? { ...details, background } : (details ?? null);
}
