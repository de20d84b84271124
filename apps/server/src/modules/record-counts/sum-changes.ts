import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import type { Job } from '../../platform/jobs/job-state.ts';
import { dayCounts, recordCounts } from '../../schema/operation/record-counts.ts';

/** Below this number of rows, merging gains nothing. */
const FEW = 100;

/**
 * Merges all changes of a kind and group, or of a kind, day and type, into one row, so that reading counts
 * has a constant cost.
 */
export function countsSum(db: Database): Job {
  return {
    name: 'counts.sum',
    schedule: { everyMinutes: 1 },
    run: async () => ({ summed: (await sumChanges(db)) + (await sumDays(db)) }),
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

/** Merges the changes of days, without touching the sums of days that did not change. @returns as above */
export async function sumDays(db: Database, few = FEW): Promise<number> {
  const { rows } = await db.execute<{ summed: number }>(sql`
    with changes as (
      delete from ${dayCounts} where not is_sum
        and (select count(*) from ${dayCounts} where not is_sum) > ${few}
      returning kind, day, type, change
    ), sums as (
      delete from ${dayCounts} as kept
      using (select distinct kind, day, type from changes) as changed
      where kept.is_sum
        and (kept.kind, kept.day, kept.type) = (changed.kind, changed.day, changed.type)
      returning kept.kind, kept.day, kept.type, kept.change
    ), made as (
      insert into ${dayCounts} (kind, day, type, change, is_sum)
      select kind, day, type, sum(change), true
      from (select * from changes union all select * from sums) as every
      group by kind, day, type having sum(change) <> 0
    )
    select count(*)::int as summed from changes`);
  return rows[0]?.summed ?? 0;
}
