import {
  type BranchPage,
  type BranchPlace,
  type branchListInput,
  MOST_BRANCH_PLACES,
} from '@simiente/contract/branches/calls';
import { and, count, eq, isNotNull, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { CallContext } from '../../platform/calls/call-context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { countRows } from '../../platform/database/pages/count-rows.ts';
import type { Cursor } from '../../platform/database/pages/cursor.ts';
import { toPage } from '../../platform/database/pages/keyset.ts';
import { Problem } from '../../platform/problem.ts';
import { branches, partners } from '../../schema/partners.ts';
import { branchColumns, presentBranch } from './present.ts';
import { after, type BranchFilter, cursorAt, expectPartner, matches, orderBy } from './query.ts';

type ListInput = z.output<typeof branchListInput>;
type Parts = Pick<CallContext, 'db' | 'cursors'>;

/**
 * One page of a partner's branches, by keyset.
 * @throws Problem NOT_FOUND when the partner does not exist or is deleted
 * @throws Problem CURSOR_INVALID
 */
export async function listBranches({ db, cursors }: Parts, input: ListInput): Promise<BranchPage> {
  const { idPartner, search, sort, limit } = input;
  await expectPartner(db, idPartner);
  const position = await lastPosition({ db, cursors }, input);
  const rows = await selectBranches(db)
    .where(and(matches(input), position && after(sort, position)))
    .orderBy(...orderBy(sort))
    .limit(limit + 1);
  const { page, nextCursor } = toPage(rows.map(presentBranch), limit, cursors, (last) =>
    cursorAt(sort, last),
  );
  return {
    branches: page,
    lastBranch: nextCursor === null ? null : (page.at(-1)?.id ?? null),
    nextCursor,
    ...(await countRows(db, branches, matches(input), search)),
  };
}

const selectBranches = (db: Reader) =>
  db.select(branchColumns).from(branches).innerJoin(partners, eq(partners.id, branches.partnerId));

/**
 * The position of the last branch received: the one it had then, from its cursor, or else its present one, also
 * if it was deleted.
 */
async function lastPosition(
  { db, cursors }: Parts,
  { idPartner, lastBranch, cursor, sort }: ListInput,
): Promise<Cursor | undefined> {
  if (cursor !== undefined) return cursors.decode(cursor, sort);
  if (lastBranch === '') return undefined;
  const [row] = await selectBranches(db).where(
    and(eq(branches.id, lastBranch), eq(branches.partnerId, idPartner)),
  );
  if (!row) throw new Problem('CURSOR_INVALID');
  return cursorAt(sort, presentBranch(row));
}

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
