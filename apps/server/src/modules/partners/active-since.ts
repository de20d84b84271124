import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { branches, partners } from '../../schema/partners.ts';

/**
 * Since when a partner is active with a branch; null without one. Only its present branches count.
 */
export const activeSince: SQL = sql`(
  select greatest(${beginning(partners)}, min(${beginning(branches)})) from ${branches as PgTable}
  where ${branches.partnerId} = ${partners.id} and ${branches.deletedAt} is null
  having count(*) > 0
)`;

/** An imported partner has no date of its own, and counts as always active. */
function beginning(table: typeof partners | typeof branches): SQL {
  return sql`case when ${table.importDigest} is null then ${table.insertedAt} else '-infinity' end`;
}
