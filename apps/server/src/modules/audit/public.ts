import type { Act } from '../../platform/act.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { auditEvents } from '../../schema/audit.ts';
import type { AuditEntry } from './entry.ts';
import { auditRow } from './row.ts';

export { audited } from './audited.ts';
export { type AuditSeal, openAuditSeal } from './chain/audit-seal.ts';
export { type SealedTail, sealAll } from './chain/sealer.ts';
export { changesOf } from './changes.ts';
export type { AuditAction, AuditEntry } from './entry.ts';
export { listedFilter } from './listed-filter.ts';
export { recordReading } from './record-reading.ts';
export { auditedAct, auditOfPatients, isAudited } from './statement.ts';

/** The transactions that have a row already. */
const recorded = new WeakSet<Transaction>();

/**
 * Writes one audit row per entry, in the transaction of the change: if the audit fails, so does the
 * change.
 */
export async function recordAudit(
  transaction: Transaction,
  act: Act,
  ...entries: readonly AuditEntry[]
): Promise<void> {
  recorded.add(transaction);
  await transaction.insert(auditEvents).values(entries.map((entry) => auditRow(act, entry)));
}

/**
 * Audits the view of a record in an answer, if the transaction has no other audit row: an edit that
 * changed nothing, or a repetition under an Idempotency-Key, shows the record too.
 */
export async function recordLook(
  transaction: Transaction,
  act: Act,
  entry: AuditEntry,
): Promise<void> {
  if (!recorded.has(transaction)) await recordAudit(transaction, act, entry);
}
