import { sql } from 'drizzle-orm';
import type { Act } from '../../platform/act.ts';
import type { Reader } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { type AuditAction, type AuditEntry, getPatientId } from './entry.ts';

/**
 * Acts on a patient that do not open the record, or that change many patients at once. Every other act on one
 * patient counts as opening it, so a new action counts unless it is listed here.
 */
const uncountedActions: ReadonlySet<AuditAction> = new Set<AuditAction>([
  'patient.created',
  'patient.status_changed',
  'record.deleted',
  'record.restored',
  'record.blocked',
  'record.unblocked',
  'record.purged',
  'record.purge_refused',
  'request.refused',
  'result.created',
  'received_result.arrived',
  'mail.sent',
  'mail.failed',
]);

export const opensRecord = (action: AuditAction) => !uncountedActions.has(action);

/**
 * Counts the patients whose records a request opens, each once an hour for the account.
 * @throws Problem TOO_MANY_REQUESTS for one patient more than `act.readLimit` in an hour
 */
export async function enforceReadLimit(
  db: Reader,
  { actor, readLimit }: Act,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (actor.kind !== 'staff' || readLimit?.perHour === undefined) return;
  const { perHour, log } = readLimit;
  const patientIds = collectPatientIds(entries);
  if (patientIds.length === 0) return;
  const { rows } = await db.execute<{ retry_after: number | null }>(sql`
    select count_opened_records(${actor.id}, ${sql.param(patientIds)}::text[], ${perHour}) as retry_after`);
  const retryAfter = rows[0]?.retry_after ?? null;
  if (retryAfter === null) return;
  log.warn(
    { staffId: actor.id, patients: perHour },
    'a staff member was denied the records of more patients',
  );
  throw new Problem('TOO_MANY_REQUESTS', { retryAfter });
}

/** The patients of acts that open a record, with those shown beside them, such as both patients of a merge. */
const collectPatientIds = (entries: readonly AuditEntry[]) =>
  entries.flatMap((entry) => {
    const patientId = opensRecord(entry.action) ? getPatientId(entry) : undefined;
    return patientId === undefined ? [] : [patientId, ...(entry.shown ?? [])];
  });
