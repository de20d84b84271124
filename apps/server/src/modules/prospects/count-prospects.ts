import { LARGEST_SEARCHED_TOTAL } from '@simiente/contract/common/pages';
import { type ProspectGroup, prospectGroups } from '@simiente/contract/prospect-filters';
import type { ProspectPage } from '@simiente/contract/prospects';
import { and, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { prospects } from '../../schema/prospects.ts';
import { countRecords } from '../record-counts/public.ts';
import { inGroup, matches } from './filter.ts';

type Counts = Pick<ProspectPage, 'counts' | 'total' | 'totalIsCapped'>;
type Figures = ReadonlyMap<string, number>;

/**
 * How many prospects fit the search, by status and in the chosen one. Without a search the figures
 * are exact; with one each stops at 1 000, so that a broad term costs no more than a narrow one.
 */
export async function countProspects(
  transaction: Transaction,
  filter: { status?: ProspectGroup | undefined; search?: string | undefined },
): Promise<Counts> {
  const isSearch = (filter.search?.trim() ?? '') !== '';
  const most = isSearch ? LARGEST_SEARCHED_TOTAL : Number.POSITIVE_INFINITY;
  const found = isSearch
    ? await countUpTo(transaction, most + 1, matches(filter))
    : await countRecords(transaction, 'prospect');
  const figureOf = (group: ProspectGroup) => found.get(group) ?? 0;
  const chosen: readonly ProspectGroup[] =
    filter.status === undefined ? prospectGroups : [filter.status];
  const total = chosen.reduce((sum, group) => sum + figureOf(group), 0);
  const shown = (group: ProspectGroup) => Math.min(figureOf(group), most);
  return {
    counts: {
      pending: shown('pending'),
      contacted: shown('contacted'),
      converted: shown('converted'),
      rejected: shown('rejected'),
      none: shown('none'),
    },
    total: Math.min(total, most),
    totalIsCapped: total > most,
  };
}

async function countUpTo(
  transaction: Transaction,
  limit: number,
  where: SQL | undefined,
): Promise<Figures> {
  const parts = prospectGroups.map((group) => {
    const rows = transaction
      .select({ one: sql`1`.as('one') })
      .from(prospects)
      .where(and(where, inGroup(group)))
      .limit(limit);
    return sql`select ${group}::text as "group", count(*)::int as figure from ${rows.as('found')}`;
  });
  const { rows } = await transaction.execute<{ group: string; figure: number }>(
    sql.join(parts, sql` union all `),
  );
  return new Map(rows.map(({ group, figure }) => [group, figure]));
}
