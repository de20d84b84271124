import { LARGEST_SEARCHED_TOTAL } from '@simiente/contract/common/page-sizes';
import { and, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { fixed, literal } from '../../platform/database/statements.ts';
import { recordCounts } from '../../schema/operation/record-counts.ts';

/** At how many rows a search stops counting: one more than is shown, to know whether there are more. */
export const MOST_COUNTED = literal(LARGEST_SEARCHED_TOTAL + 1);

/** Counts by status group, as PostgreSQL's JSON; zeros are missing. */
export interface Figures<Group extends string | number> {
  readonly groups: Readonly<Partial<Record<Group, number>>>;
  /** In the chosen group; only for a search within one. */
  readonly chosen?: number;
}

/** Stored counts (`countedRecords`), as JSON. */
export const storedFigures = (stored: SQL): SQL => sql`json_build_object('groups', ${stored})`;

/** Counts of the rows that match a condition, counted one by one, as JSON. */
export const exactFigures = (table: PgTable, where: SQL | undefined): SQL =>
  sql`json_build_object('groups', ${byGroup(sql`${table} where ${where}`)})`;

/**
 * Counts of a search, as JSON: those of the first 1 001 results, in `found`, so that a broad term costs
 * no more than a narrow one.
 * @param chosen the condition of the chosen group, which is counted up to the same number
 */
export function searchedFigures(
  found: SQL,
  table: PgTable,
  where: SQL | undefined,
  chosen: SQL | undefined,
): SQL {
  const groups = byGroup(found);
  if (chosen === undefined) return sql`json_build_object('groups', ${groups})`;
  return sql`json_build_object('groups', ${groups}, 'chosen', (select count(*) from (
    select from ${table} where ${and(where, chosen)} limit ${MOST_COUNTED}) as chosen))`;
}

const byGroup = (rows: SQL): SQL =>
  sql`(select coalesce(json_object_agg(status_group, figure), '{}'::json) from (
    select status_group, count(*) as figure from ${rows} group by status_group) as counted)`;

/**
 * Counts in the form of a page. Without a search they are exact; those of a search stop at 1 000, and
 * each status says how many of these it has.
 */
export function presentFigures<Group extends string | number>(
  allGroups: readonly Group[],
  { groups, chosen }: Figures<Group>,
  { group, isSearch }: { readonly group: Group | undefined; readonly isSearch: boolean },
): {
  counts: Record<Group, number>;
  countsAreCapped: boolean;
  total: number;
  totalIsCapped: boolean;
} {
  const most = isSearch ? LARGEST_SEARCHED_TOTAL : Number.POSITIVE_INFINITY;
  const figureOf = (each: Group) => groups[each] ?? 0;
  const all = allGroups.reduce((sum, each) => sum + figureOf(each), 0);
  const total = group === undefined ? all : (chosen ?? figureOf(group));
  const counts = Object.fromEntries(
    allGroups.map((each) => [each, Math.min(figureOf(each), most)]),
  );
  return {
    counts: counts as Record<Group, number>,
    countsAreCapped: all > most,
    total: Math.min(total, most),
    totalIsCapped: total > most,
  };
}

/**
 * How many records of a kind are not deleted, by status group, as JSON; exact, at a constant cost. A
 * group that never had any is missing.
 */
export const countedRecords = (kind: (typeof recordCounts.$inferSelect)['kind']) =>
  fixed(sql`(select coalesce(json_object_agg(status_group, figure), '{}'::json) from (
    select status_group, sum(change)::int as figure from ${recordCounts}
    where kind = ${sql.raw(`'${kind}'`)} group by status_group) as kept)`);
