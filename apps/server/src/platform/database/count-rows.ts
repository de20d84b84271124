import { LARGEST_SEARCHED_TOTAL } from '@simiente/contract/common/page-sizes';
import { count, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Reader } from './database.ts';
import { isTerm } from './search.ts';

/**
 * How many rows of a table match the conditions of a list. Exact without a search; with one it stops at
 * 1 000, so that a broad term costs no more.
 */
export async function countRows(
  db: Reader,
  table: PgTable,
  where: SQL | undefined,
  search: string | undefined,
): Promise<{ total: number; totalIsCapped: boolean }> {
  const isSearch = isTerm(search);
  const found = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where);
  const counted = (isSearch ? found.limit(LARGEST_SEARCHED_TOTAL + 1) : found).as('found');
  const [row] = await db.select({ figure: count() }).from(counted);
  const figure = row?.figure ?? 0;
  const totalIsCapped = isSearch && figure > LARGEST_SEARCHED_TOTAL;
  return { total: totalIsCapped ? LARGEST_SEARCHED_TOTAL : figure, totalIsCapped };
}
