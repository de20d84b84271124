import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { branches, partners } from '../../schema/partners.ts';

/**
 * From when a partner was there with a branch; null where it has none. Among its branches those
 * count that it has now.
 */
export const activeSince: SQL = sql`(
  select greatest(${beginning(partners)}, min(${beginning(branches)})) from ${branches as PgTable}
  where ${branches.partnerId} = ${partners.id} and ${branches.deletedAt} is null
  having count(*) > 0
)`;

/** An imported one has no date of its own: it has always been there. */
function beginning(table: typeof partners | typeof branches): SQL {
  return sql`case when ${table.importDigest} is null then ${table.insertedAt} else '-infinity' end`;
}
