import type { RecordKind } from '@simiente/contract/common/ids';
import type { Transaction } from '../../platform/database/database.ts';
import type { Act } from '../../platform/http/context.ts';
import { auditEvents } from '../../schema/audit.ts';

/** Everything that leaves a row in the audit. */
export type AuditAction =
  | 'session.created'
  | 'session.refused'
  | 'session.ended'
  | 'staff.created'
  | 'staff.status_changed'
  | 'staff.password_reset'
  | 'patients.listed'
  | 'patient.read'
  | 'patient.history_read'
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
  | 'exam.created'
  | 'exam.updated'
  | 'exam.file_replaced'
  | 'prescription.uploaded'
  | 'doctors.listed'
  | 'doctor.read'
  | 'doctor.agenda_read'
  | 'doctor.created'
  | 'doctor.updated'
  | 'doctor.retired'
  | 'doctor.reinstated'
  | 'record.deleted'
  | 'record.restored'
  | 'data.imported';

export interface AuditEntry {
  readonly action: AuditAction;
  readonly subject?: {
    readonly kind: RecordKind | 'staff' | 'file' | 'delivery';
    readonly id: string;
  };
  /** The patient whom it concerns. */
  readonly patientId?: string;
  /** Facts without health data: counts, names of filters. */
  readonly details?: Record<string, unknown>;
}

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
      details: entry.details ?? null,
    })),
  );
}
