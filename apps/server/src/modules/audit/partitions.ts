import type { Pool } from 'pg';
import type { Job } from '../../platform/jobs/job-state.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';

/** Creates partitions ahead of the audit, so that one is always free in a process that never restarts. */
export function auditPartitions(pool: Pool): Job {
  return {
    name: 'audit.partitions',
    schedule: { everyMinutes: 60 },
    async run() {
      let createdCount = 0;
      for (let more = 1; more > 0; createdCount += more) {
        const { rows } = await pool.query<{ more: number }>(
          'select make_audit_partitions() as more',
        );
        more = rows[0]?.more ?? 0;
      }
      return { made: createdCount };
    },
  };
}

/** Metrics: how far ahead the audit has partitions, and the rows in the default one. */
export function measurePartitions(metrics: Metrics, pool: Pool): void {
  const read = async () => {
    const { rows } = await pool.query<{ left: number; unplaced: number }>(
      'select numbers_left::float8 as left, unplaced::float8 from audit_partition_room()',
    );
    return rows[0] ?? { left: Number.NaN, unplaced: Number.NaN };
  };
  metrics.addGauge(
    'simiente_audit_numbers_left',
    'Numbers that the partitions of the audit have left; below 0 rows go to the default one',
    async () => (await read()).left,
  );
  metrics.addGauge(
    'simiente_audit_unplaced_rows',
    'Rows of the audit and its seals in the default partitions, where none should be',
    async () => (await read()).unplaced,
  );
}
