import { sql } from 'drizzle-orm';
import { jobs } from '../../schema/operation/jobs.ts';
import type { Database } from '../database/database.ts';
import type { Metrics } from '../metrics/metrics.ts';

/**
 * Metrics of the jobs of all processes: how often each failed in a row, and the time since it last
 * succeeded.
 */
export function measureJobs(metrics: Metrics, db: Database): void {
  metrics.addGauges(
    'simiente_job_failures',
    'Runs of a job in a row that did not end well',
    'job',
    async () => {
      const rows = await db.select({ name: jobs.name, figure: jobs.failures }).from(jobs);
      return Object.fromEntries(rows.map(({ name, figure }) => [name, figure]));
    },
  );
  metrics.addGauges(
    'simiente_job_seconds_since_success',
    'Seconds since a job last ended well',
    'job',
    async () => {
      const rows = await db
        .select({
          name: jobs.name,
          figure: sql<number>`extract(epoch from now() - ${jobs.succeededAt})::float8`,
        })
        .from(jobs)
        .where(sql`${jobs.succeededAt} is not null`);
      return Object.fromEntries(rows.map(({ name, figure }) => [name, figure]));
    },
  );
}
