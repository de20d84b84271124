import { MAX_SEARCHED_TOTAL } from '@simiente/contract/common/page-sizes';
import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type Database, prepareOnce, type Reader } from '../../platform/database/database.ts';
import { countRows } from '../../platform/database/pages/count-rows.ts';
import { hasWords } from '../../platform/database/search.ts';
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
  /** The kind of record, if the status is the only filter, so that stored counts can be used. */
  readonly stored: Kind | undefined;
  readonly statusGroup: AnyPgColumn;
  readonly groups: readonly Group[];
  /** The conditions of the list, without its status. */
  readonly where: SQL | undefined;
  readonly search: string | undefined;
  /** The status by which the list is filtered. */
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
  const countsByGroup = stored
    ? await storedCounts(db, stored)
    : await countMatches(db, { statusGroup, where, search });
  const getCount = (group: Group) => countsByGroup.get(String(group)) ?? 0;
  const all = groups.reduce((sum, group) => sum + getCount(group), 0);
  const maxCount = hasWords(search) ? MAX_SEARCHED_TOTAL : Number.POSITIVE_INFINITY;
  const counts = Object.fromEntries(
    groups.map((group) => [group, Math.min(getCount(group), maxCount)]),
  );
  const total = chosen === undefined ? all : getCount(chosen);
  const countsAreCapped = all > maxCount;
  return {
    counts: counts as Record<Group, number>,
    countsAreCapped,
    ...(countsAreCapped && chosen !== undefined
      ? await countRows(db, statusGroup.table, and(where, eq(statusGroup, chosen)), search)
      : { total: Math.min(total, maxCount), totalIsCapped: total > maxCount }),
  };
}

async function countMatches(
  db: Reader,
  { statusGroup, where, search }: Pick<CountedList<never>, 'statusGroup' | 'where' | 'search'>,
): Promise<ReadonlyMap<string, number>> {
  const matches = db
    .select({ group: sql<string>`${statusGroup}`.as('status_group') })
    .from(statusGroup.table)
    .where(where)
    .$dynamic();
  const counted = (hasWords(search) ? matches.limit(MAX_SEARCHED_TOTAL + 1) : matches).as('rows');
  const rows = await db
    .select({ group: counted.group, records: count() })
    .from(counted)
    .groupBy(counted.group);
  return new Map(rows.map(({ group, records }) => [String(group), records]));
}

/** Rows are merged only above this number, because reading a few costs little. */
const FEW = 100;

/**
 * Merges all changes of a kind and group, or of a kind, day and type, into one row, so that reading counts has a
 * constant cost.
 */
export function mergeCountsJob(db: Database): Job {
  return {
    name: 'counts.sum',
    schedule: { everyMinutes: 1 },
    run: async () => ({ summed: (await sumChanges(db)) + (await sumDays(db)) }),
  };
}

/** @returns the number of removed rows; 0 while there are only a few */
export async function sumChanges(db: Database, few = FEW): Promise<number> {
  // One statement, so that a concurrent read sees either all old rows or all new ones.
  const { rows } = await db.execute<{ summed: number }>(sql`
    with summed as (
      delete from ${recordCounts} where (select count(*) from ${recordCounts}) > ${few}
      returning kind, status_group, change
    ), inserted as (
      insert into ${recordCounts} (kind, status_group, change)
      select kind, status_group, sum(change) from summed group by kind, status_group
      having sum(change) <> 0
    )
    select count(*)::int as summed from summed`);
  return rows[0]?.summed ?? 0;
}

/**
 * Merges the changes of days, without touching unchanged sums.
 * @returns the number of removed changes; 0 while there are only a few
 */
export async function sumDays(db: Pick<Database, 'execute'>, few = FEW): Promise<number> {
  const { rows } = await db.execute<{ summed: number }>(sql`
    with changes as (
      delete from ${dayCounts} where not is_sum
        and (select count(*) from ${dayCounts} where not is_sum) > ${few}
      returning kind, day, type, change
    ), sums as (
      delete from ${dayCounts} as earlier
      using (select distinct kind, day, type from changes) as changed
      where earlier.is_sum
        and (earlier.kind, earlier.day, earlier.type) = (changed.kind, changed.day, changed.type)
      returning earlier.kind, earlier.day, earlier.type, earlier.change
    ), inserted as (
      insert into ${dayCounts} (kind, day, type, change, is_sum)
      select kind, day, type, sum(change), true
      from (select * from changes union all select * from sums) as merged
      group by kind, day, type having sum(change) <> 0
    )
    select count(*)::int as summed from changes`);
  return rows[0]?.summed ?? 0;
}
