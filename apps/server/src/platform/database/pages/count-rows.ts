import { MAX_SEARCHED_TOTAL } from '@simiente/contract/common/page-sizes';
import { count, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Reader } from '../database.ts';
import { hasWords } from '../search.ts';

export interface Total {
  readonly total: number;
  readonly totalIsCapped: boolean;
}

/**
 * Number of rows of a table under the conditions of a list. A search stops counting at 1 000, so that a broad term
 * has a bounded cost.
 * @param maxTotal limit without a search; null for an exact number
 */
export async function countRows(
  db: Reader,
  table: PgTable,
  where: SQL | undefined,
  search: string | undefined,
  maxTotal: number | null = null,
): Promise<Total> {
  const cap = hasWords(search) ? MAX_SEARCHED_TOTAL : maxTotal;
  const matching = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where);
  const counted = (cap === null ? matching : matching.limit(cap + 1)).as('matching');
  const [row] = await db.select({ rows: count() }).from(counted);
  const rowCount = row?.rows ?? 0;
  if (cap === null || rowCount <= cap) return { total: rowCount, totalIsCapped: false };
  return { total: cap, totalIsCapped: true };
}
