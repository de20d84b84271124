import { LARGEST_SEARCHED_TOTAL } from '@simiente/contract/common/page-sizes';
import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { preparedOnce, type Reader } from '../../platform/database/database.ts';
import { countRows } from '../../platform/database/pages/count-rows.ts';
import { isTerm } from '../../platform/database/search.ts';
import { recordCounts } from '../../schema/operation/record-counts.ts';

type Kind = (typeof recordCounts.$inferSelect)['kind'];

/** Number of records of a kind that are not deleted, by status group; exact, at a constant cost. */
export async function storedCounts(db: Reader, kind: Kind): Promise<ReadonlyMap<string, number>> {
  const rows = await preparedOnce(db, 'stored_counts', (name) =>
    db
      .select({
        group: recordCounts.statusGroup,
        records: sql<number>`sum(${recordCounts.change})::int`,
      })
      .from(recordCounts)
      .where(eq(recordCounts.kind, sql.placeholder('kind')))
      .groupBy(recordCounts.statusGroup)
      .prepare(name),
  ).execute({ kind });
  return new Map(rows.map(({ group, records }) => [group, records]));
}

interface CountedList<Group extends string | number> {
  /** Kind of a list whose only filter is its status: its counts are stored. */
  readonly stored: Kind | undefined;
  readonly statusGroup: AnyPgColumn;
  readonly groups: readonly Group[];
  /** The conditions of the list, without its status. */
  readonly where: SQL | undefined;
  readonly search: string | undefined;
  /** The status that the list is filtered by. */
  readonly chosen: Group | undefined;
}

interface StatusCounts<Group extends string | number> {
  readonly counts: Record<Group, number>;
  readonly countsAreCapped: boolean;
  readonly total: number;
  readonly totalIsCapped: boolean;
}

/**
 * The counts of a list by status, and its total. Without a search they are exact; those of a search are of its first
 * 1 001 results, so that a broad term costs no more than a narrow one.
 */
export async function countByStatus<Group extends string | number>(
  db: Reader,
  { stored, statusGroup, groups, where, search, chosen }: CountedList<Group>,
): Promise<StatusCounts<Group>> {
  const found = stored
    ? await storedCounts(db, stored)
    : await countMatches(db, { statusGroup, where, isSearch: isTerm(search) });
  const getCount = (group: Group) => found.get(String(group)) ?? 0;
  const all = groups.reduce((sum, group) => sum + getCount(group), 0);
  const most = isTerm(search) ? LARGEST_SEARCHED_TOTAL : Number.POSITIVE_INFINITY;
  const counts = Object.fromEntries(
    groups.map((group) => [group, Math.min(getCount(group), most)]),
  );
  const total = chosen === undefined ? all : getCount(chosen);
  const countsAreCapped = all > most;
  return {
    counts: counts as Record<Group, number>,
    countsAreCapped,
    ...(countsAreCapped && chosen !== undefined
      ? await countRows(db, statusGroup.table, and(where, eq(statusGroup, chosen)), search)
      : { total: Math.min(total, most), totalIsCapped: total > most }),
  };
}

async function countMatches(
  db: Reader,
  {
    statusGroup,
    where,
    isSearch,
  }: Pick<CountedList<never>, 'statusGroup' | 'where'> & { readonly isSearch: boolean },
): Promise<ReadonlyMap<string, number>> {
  const matches = db
    .select({ group: sql<string>`${statusGroup}`.as('status_group') })
    .from(statusGroup.table)
    .where(where)
    .$dynamic();
  const found = (isSearch ? matches.limit(LARGEST_SEARCHED_TOTAL + 1) : matches).as('found');
  const rows = await db
    .select({ group: found.group, records: count() })
    .from(found)
    .groupBy(found.group);
  return new Map(rows.map(({ group, records }) => [String(group), records]));
}
