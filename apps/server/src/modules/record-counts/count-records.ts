import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { recordCounts } from '../../schema/record-counts.ts';

/** How many records of a kind there are outside the bin, by status group; exact, and the cost does not grow with them. */
export async function countRecords(
  transaction: Transaction,
  kind: (typeof recordCounts.$inferSelect)['kind'],
): Promise<ReadonlyMap<string, number>> {
  const rows = await transaction
    .select({
      group: recordCounts.statusGroup,
      figure: sql<number>`sum(${recordCounts.change})::int`,
    })
    .from(recordCounts)
    .where(eq(recordCounts.kind, kind))
    .groupBy(recordCounts.statusGroup);
  return new Map(rows.map(({ group, figure }) => [group, figure]));
}
