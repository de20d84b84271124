import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import type { Job } from '../../platform/jobs/job-state.ts';
import { consume, createLimiter } from '../../platform/limits/limiter.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { opensRecord } from './count-reads.ts';
import { auditActions } from './entry.ts';

/** Maximum of patients whose records one user normally opens in an hour: one a minute. */
const USUAL = 60;
const HOUR = 60 * 60;

/** Actions that open the record of one patient. A row in a list does not open it. */
const OPENING = sql.param(auditActions.filter(opensRecord));

interface Reader {
  readonly staffId: string;
  readonly patients: number;
}

/**
 * Accounts by the number of patients whose records they read in the last hour, highest first. The audit has the
 * reads of all processes, so no other counter is needed.
 */
export async function findReaders(db: Database): Promise<readonly Reader[]> {
  const { rows } = await db.execute<Reader & Record<string, unknown>>(sql`
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
