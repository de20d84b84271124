import { EXPORT_MINUTES } from '@simiente/contract/list-exports';
import { lt, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { listExports } from '../../schema/list-exports.ts';

/** Deletes expired requests of exports. */
export function exportSweep(db: Database): Job {
  return {
    name: 'list-exports.sweep',
    schedule: { everyMinutes: EXPORT_MINUTES },
    run: async () => ({ removed: await sweepExports(db) }),
  };
}

/**
 * Their filters may contain names.
 * @returns how many there were
 */
export async function sweepExports(db: Database): Promise<number> {
  const { rowCount } = await db
    .delete(listExports)
    .where(lt(listExports.createdAt, sql`now() - make_interval(mins => ${EXPORT_MINUTES})`));
  return rowCount ?? 0;
}
