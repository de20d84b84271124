import { type BranchPlace, MOST_BRANCH_PLACES } from '@simiente/contract/branches';
import { and, count, isNotNull, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { branches } from '../../schema/partners.ts';
import { type BranchFilter, matches } from './filter.ts';
import { expectPartner } from './find-partner.ts';

/**
 * The positions of a partner's branches, as many as one map shows, and the number of others.
 * @throws Problem NOT_FOUND when the partner does not exist or is deleted
 */
export async function listPlaces(
  db: Reader,
  filter: BranchFilter,
): Promise<{ places: BranchPlace[]; left: number; unplaced: number }> {
  await expectPartner(db, filter.idPartner);
  const isPlaced = and(isNotNull(branches.latitude), isNotNull(branches.longitude));
  const rows = await db
    .select({
      idBranch: branches.id,
      name: branches.name,
      state: branches.state,
      lat: sql<number>`${branches.latitude}`,
      lng: sql<number>`${branches.longitude}`,
    })
    .from(branches)
    .where(and(matches(filter), isPlaced))
    .orderBy(branches.id)
    .limit(MOST_BRANCH_PLACES);
  const [all] = await db
    .select({ placed: count(sql`case when ${isPlaced} then 1 end`), total: count() })
    .from(branches)
    .where(matches(filter));
  const { placed, total } = all ?? { placed: 0, total: 0 };
  return {
    places: rows.map(({ lat, lng, ...place }) => ({ ...place, location: { lat, lng } })),
    left: placed - rows.length,
    unplaced: total - placed,
  };
}
