import { auditActs } from '@simiente/contract/audit/acts';
import type { RecordKind } from '@simiente/contract/common/record-kinds';

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
  /** The patient whom it concerns. */
  readonly patientId?: string;
  /** The patients and prospects whose data a page of a list or a search showed. */
  readonly shown?: readonly string[];
  /** The persons whom an export showed, as a compact set made by `ShownSet`. */
  readonly shownSet?: Buffer;
  /** Facts without health data: counts, names of filters. */
  readonly details?: Record<string, unknown>;
}

export const auditActions = Object.keys(auditActs) as readonly AuditAction[];
