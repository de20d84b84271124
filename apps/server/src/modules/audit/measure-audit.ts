import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { auditEvents, auditSeals } from '../../schema/audit.ts';

/** A row may become visible after so many later ones were sealed, and hardly after more. */
const LOOKED_BACK = 10_000;

/** Tells how far the chain is behind the rows: what is not sealed is not protected yet. */
export function measureAudit(metrics: Metrics, db: Database): void {
  metrics.addGauge(
    'simiente_audit_unsealed_seconds',
    'Age of the oldest row of the audit that is not sealed; 0 when all are',
    async () => {
      const { rows } = await db.execute<{ seconds: number }>(sql`
        select coalesce(extract(epoch from now() - min(e.at)), 0)::float8 as seconds
          from ${auditEvents} e
         where e.id > (select coalesce(max(event_id), 0) - ${LOOKED_BACK}::bigint from ${auditSeals})
           and not exists (select 1 from ${auditSeals} s where s.event_id = e.id)`);
      return rows[0]?.seconds ?? Number.NaN;
    },
  );
}
