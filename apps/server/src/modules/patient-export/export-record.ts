import type { Act } from '../../platform/act.ts';
import type { Database } from '../../platform/database/database.ts';
import { recordAudit } from '../audit/public.ts';
import { type CollectedRecord, collectRecord } from './collect.ts';

/**
 * Reads a patient's record, of one moment, and has in the audit that it leaves before its first byte does.
 *
 * @throws Problem NOT_FOUND when there is no such patient, or they are in the bin or blocked
 */
export function exportRecord(db: Database, act: Act, id: string): Promise<CollectedRecord> {
  return db.transaction(
    async (transaction) => {
      const collected = await collectRecord(transaction, id, new Date());
      await recordAudit(transaction, act, {
        action: 'patient.exported',
        subject: { kind: 'patient', id },
        patientId: id,
        details: { files: collected.entries.length },
      });
      return collected;
    },
    { isolationLevel: 'repeatable read' },
  );
}
