import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { Metrics } from '../../../platform/metrics/metrics.ts';
import { auditEvents, auditSeals } from '../../../schema/audit.ts';

/**
 * Metrics of the unsealed part of the audit, which is not protected yet.
 * @param sealedUpTo the id up to which all rows are sealed; every row above it is checked
 */
export function measureAudit(metrics: Metrics, db: Database, sealedUpTo: () => number): void {
  metrics.addGauge(
    'simiente_audit_unsealed_seconds',
    'Age of the oldest row of the audit that is not sealed; 0 when all are',
    async () => {
      const { rows } = await db.execute<{ seconds: number }>(sql`
        select greatest(coalesce(extract(epoch from clock_timestamp() - min(e.at)), 0), 0)::float8 as seconds
          from ${auditEvents} e
         where e.id > ${sealedUpTo()}
           and not exists (select 1 from ${auditSeals} s where s.event_id = e.id)`);
      return rows[0]?.seconds ?? Number.NaN;
    },
  );
}
