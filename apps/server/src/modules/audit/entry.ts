import { auditActs } from '@simiente/contract/audit-acts';
import type { RecordKind } from '@simiente/contract/common/record-kinds';

/** The actions of the audit. */
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
  | 'account.code_refused'
  | 'account.attempts_exhausted'
  | 'two_factor.enabled'
  | 'two_factor.disabled'
  | 'two_factor.recovery_codes_made'
  | 'two_factor.recovery_code_used'
  | 'two_factor.reset'
  | 'staff.created'
  | 'staff.status_changed'
  | 'staff.password_reset'
  | 'patients.listed'
  | 'patients.all_read'
  | 'patient.read'
  | 'patient.history_read'
  | 'patient.exported'
  | 'patient.created'
  | 'patient.updated'
  | 'patient.status_changed'
  | 'patients.duplicates_searched'
  | 'doctors.duplicates_searched'
  | 'partners.duplicates_searched'
  | 'branches.duplicates_searched'
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
  | 'doctors.day_read'
  | 'today.read'
  | 'doctor.created'
  | 'doctor.updated'
  | 'doctor.retired'
  | 'doctor.reinstated'
  | 'prospects.listed'
  | 'prospects.all_read'
  | 'prospect.read'
  | 'prospect.created'
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
  | 'audit.archived'
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
  /** The patients and prospects whose data a page of a list or a search showed. */
  readonly shown?: readonly string[];
  /** The same of an export, made by `ShownSet`. */
  readonly shownSet?: Buffer;
  /** Facts without health data: counts, names of filters. */
  readonly details?: Record<string, unknown>;
}

auditActs satisfies Readonly<Record<AuditAction, unknown>>;
