import type { Act } from '../../platform/act.ts';
import type { Database } from '../../platform/database/database.ts';
import { writeAudit } from '../audit/public.ts';
import { type CollectedRecord, collectRecord, type Readable, WHOLE } from './collect.ts';

/**
 * Reads a patient's record in one snapshot, and audits the export before its first byte.
 * @throws Problem NOT_FOUND when the patient does not exist, or is deleted or blocked
 * @throws Problem NOT_SEALED until every signature of a report is in the sealed chain
 */
export function exportRecord(
  db: Database,
  act: Act,
  id: string,
  readable: Readable = WHOLE,
): Promise<CollectedRecord> {
  return db.transaction(
    async (transaction) => {
      const collected = await collectRecord(transaction, id, new Date(), readable);
      await writeAudit(transaction, act, {
        action: 'patient.exported',
        subject: { kind: 'patient', id },
        patientId: id,
        details: { files: collected.entries.length, leftOut: collected.record.leftOut },
      });
      return collected;
    },
    { isolationLevel: 'repeatable read' },
  );
}
