import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { recordCounts } from '../../schema/record-counts.ts';

/** Below this number of rows, merging gains nothing. */
const FEW = 100;

/**
 * Merges all changes of a kind and group into one row, so that reading counts has a constant cost.
 */
export function countsSum(db: Database): Job {
  return {
    name: 'counts.sum',
    schedule: { everyMinutes: 1 },
    run: async () => ({ summed: await sumChanges(db) }),
  };
}

/** @returns how many rows were removed; 0 while there are few */
export async function sumChanges(db: Database, few = FEW): Promise<number> {
  // One statement: a concurrent read sees all of the old rows or all of the new ones.
  const { rows } = await db.execute<{ summed: number }>(sql`
    with summed as (
      delete from ${recordCounts} where (select count(*) from ${recordCounts}) > ${few}
      returning kind, status_group, change
    ), made as (
      insert into ${recordCounts} (kind, status_group, change)
      select kind, status_group, sum(change) from summed group by kind, status_group
      having sum(change) <> 0
    )
    select count(*)::int as summed from summed`);
  return rows[0]?.summed ?? 0;
}
