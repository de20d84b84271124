import { sql } from 'drizzle-orm';
import { fixed } from '../../platform/database/statements.ts';
import { recordCounts } from '../../schema/record-counts.ts';

/**
 * How many records of a kind there are outside the bin, by status group, as JSON; exact, and the cost does
 * not grow with them. A group that never had any is not there.
 */
export const countedRecords = (kind: (typeof recordCounts.$inferSelect)['kind']) =>
  fixed(sql`(select coalesce(json_object_agg(status_group, figure), '{}'::json) from (
    select status_group, sum(change)::int as figure from ${recordCounts}
    where kind = ${sql.raw(`'${kind}'`)} group by status_group) as kept)`);
