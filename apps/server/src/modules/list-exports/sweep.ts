import { EXPORT_MINUTES } from '@simiente/contract/list-exports';
import { lt, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { listExports } from '../../schema/list-exports.ts';

/** Removes what was asked for and can no longer be fetched. */
export function exportSweep(db: Database): Job {
  return {
    name: 'list-exports.sweep',
    schedule: { everyMinutes: EXPORT_MINUTES },
    run: async () => ({ removed: await sweepExports(db) }),
  };
}

/** Its filters may name somebody. Gives how many they were. */
export async function sweepExports(db: Database): Promise<number> {
  const { rowCount } = await db
    .delete(listExports)
    .where(lt(listExports.createdAt, sql`now() - make_interval(mins => ${EXPORT_MINUTES})`));
  return rowCount ?? 0;
}
