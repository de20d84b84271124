import { sql } from 'drizzle-orm';
import { fixed } from '../../platform/database/statements.ts';
import { recordCounts } from '../../schema/record-counts.ts';

/**
 * How many records of a kind are not deleted, by status group, as JSON; exact, at a constant cost. A
 * group that never had any is missing.
 */
export const countedRecords = (kind: (typeof recordCounts.$inferSelect)['kind']) =>
  fixed(sql`(select coalesce(json_object_agg(status_group, figure), '{}'::json) from (
    select status_group, sum(change)::int as figure from ${recordCounts}
    where kind = ${sql.raw(`'${kind}'`)} group by status_group) as kept)`);
