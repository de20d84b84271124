import { LARGEST_SEARCHED_TOTAL } from '@simiente/contract/common/page-sizes';
import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type Database, prepareOnce, type Reader } from '../../platform/database/database.ts';
import { countRows } from '../../platform/database/pages/count-rows.ts';
import { isTerm } from '../../platform/database/search.ts';
import type { Job } from '../../platform/jobs/job-state.ts';
import { dayCounts, recordCounts } from '../../schema/operation/record-counts.ts';

type Kind = (typeof recordCounts.$inferSelect)['kind'];

/** Number of records of a kind that are not deleted, by status group; exact, at a constant cost. */
export async function storedCounts(db: Reader, kind: Kind): Promise<ReadonlyMap<string, number>> {
  const rows = await prepareOnce(db, 'stored_counts', (name) =>
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
  /** Kind of a list whose only filter is its status, because its counts are stored. */
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
 * The counts of a list by status, and its total. Without a search they are exact. A search counts its first 1 001
 * results, so that a broad term costs no more than a narrow one.
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

/** Below this number of rows, merging gains nothing. */
const FEW = 100;

/**
 * Merges all changes of a kind and group, or of a kind, day and type, into one row, so that reading counts has a
 * constant cost.
 */
export function countsSum(db: Database): Job {
  return {
    name: 'counts.sum',
    schedule: { everyMinutes: 1 },
    run: async () => ({ summed: (await sumChanges(db)) + (await sumDays(db)) }),
  };
}

/** @returns how many rows were removed; 0 while there are only a few */
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

/** Merges the changes of days, without touching unchanged sums. @returns as above */
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
