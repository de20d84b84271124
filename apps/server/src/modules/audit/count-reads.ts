import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Act } from '../../platform/act.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import type { Job } from '../../platform/jobs/job-state.ts';
import { consume, createLimiter } from '../../platform/limits/limiter.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { Problem } from '../../platform/problem.ts';
import { type AuditAction, type AuditEntry, auditActions, getPatientId } from './entry.ts';

/**
 * Actions on a patient that do not open the record, or that change many patients at once. Every other action on one
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

/** The patients of actions that open a record, with those shown beside them, such as both patients of a merge. */
const collectPatientIds = (entries: readonly AuditEntry[]) =>
  entries.flatMap((entry) => {
    const patientId = opensRecord(entry.action) ? getPatientId(entry) : undefined;
    return patientId === undefined ? [] : [patientId, ...(entry.shown ?? [])];
  });

/** Maximum number of patients whose records one user normally opens in an hour: one a minute. */
const USUAL = 60;
const HOUR = 60 * 60;

/** Actions that open the record of one patient. A row in a list does not open it. */
const OPENING = sql.param(auditActions.filter(opensRecord));

interface RecordReader {
  readonly staffId: string;
  readonly patients: number;
}

/**
 * Accounts by the number of patients whose records they read in the last hour, highest first. The audit has the
 * reads of all processes, so no other counter is needed.
 */
export async function findReaders(db: Database): Promise<readonly RecordReader[]> {
  const { rows } = await db.execute<RecordReader & Record<string, unknown>>(sql`
    select actor_id as "staffId", count(distinct patient_id)::int as patients
      from audit_events
     where action = any(${OPENING}) and at > now() - make_interval(secs => ${HOUR})
       and actor_kind = 'staff' and patient_id is not null
     group by actor_id order by patients desc`);
  return rows;
}

/** Registers the metric of the highest number of records that one user read. */
export function measureReaders(metrics: Metrics, db: Database): void {
  metrics.addGauge(
    'simiente_patients_read_by_one',
    'Distinct patients whose records one person read in the last hour, of the staff member who read most',
    async () => (await findReaders(db))[0]?.patients ?? 0,
  );
}

/** Logs, once an hour per user, users who read unusually many patients' records. */
export function watchReaders(
  { db, pool, log }: { db: Database; pool: Pool; log: Pick<Logger, 'warn'> },
  usual = USUAL,
): Job {
  const warnings = createLimiter(pool, 'unusual-reader', { max: 1, windowSeconds: HOUR });
  return {
    name: 'audit.unusual-readers',
    schedule: { everyMinutes: 5 },
    async run() {
      const unusual = (await findReaders(db)).filter(({ patients }) => patients > usual);
      for (const reader of unusual) {
        if ((await consume(warnings, reader.staffId)) === null) {
          log.warn(reader, 'a staff member reads the records of unusually many patients');
        }
      }
      return { unusual: unusual.length };
    },
  };
}
