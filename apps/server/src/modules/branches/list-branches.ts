import {
  BRANCH_PAGE_SIZE,
  type BranchPage,
  type BranchPlace,
  type branchListInput,
  MOST_BRANCH_PLACES,
} from '@simiente/contract/branches/calls';
import { LARGEST_SEARCHED_TOTAL } from '@simiente/contract/common/page-sizes';
import { and, count, eq, isNotNull, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { CallContext } from '../../platform/calls/call-context.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import type { Cursor } from '../../platform/database/pages/cursor.ts';
import { pageOf, queryPage } from '../../platform/database/pages/pages.ts';
import { type RowOf, selectList } from '../../platform/database/rows.ts';
import { isTerm } from '../../platform/database/search.ts';
import { type Form, fixed, literal } from '../../platform/database/statements.ts';
import { Problem } from '../../platform/problem.ts';
import { branches, partners } from '../../schema/partners.ts';
import { expectPartner } from './find-branch.ts';
import { branchColumns, presentBranch } from './present.ts';
import { after, type BranchFilter, cursorAt, matches, orderBy, valuesOf } from './query.ts';

type ListInput = z.output<typeof branchListInput>;
type Parts = Pick<CallContext, 'db' | 'cursors'>;

const ROWS = fixed(
  sql`select ${selectList(branchColumns)} from ${branches} join ${partners} on ${partners.id} = ${branches.partnerId} where`,
);

/** Whether the partner exists and is not deleted, and how many branches match. */
interface Metadata {
  readonly partner: boolean;
  readonly total: number;
}

/**
 * One page of a partner's branches, by keyset.
 * @throws Problem NOT_FOUND when the partner does not exist or is deleted
 * @throws Problem CURSOR_INVALID
 */
export async function listBranches({ db, cursors }: Parts, input: ListInput): Promise<BranchPage> {
  const { sort, limit } = input;
  const most = isTerm(input.search) ? LARGEST_SEARCHED_TOTAL : Number.POSITIVE_INFINITY;
  const position = await lastPosition({ db, cursors }, input);
  const { rows, metadata } = await readPage(db, input, position);
  if (!metadata.partner) throw new Problem('NOT_FOUND');
  const { page, nextCursor } = pageOf(rows.map(presentBranch), limit, cursors, (last) =>
    cursorAt(sort, last),
  );
  return {
    branches: page,
    lastBranch: nextCursor === null ? null : (page.at(-1)?.id ?? null),
    nextCursor,
    total: Math.min(metadata.total, most),
    totalIsCapped: metadata.total > most,
  };
}

function readPage(
  db: Database,
  input: ListInput,
  position: Cursor | undefined,
): Promise<{ rows: RowOf<typeof branchColumns>[]; metadata: Metadata }> {
  const { idPartner, sort, limit } = input;
  const columns = branchColumns;
  const isSearch = isTerm(input.search);
  const counted = isSearch ? sql`limit ${literal(LARGEST_SEARCHED_TOTAL + 1)}` : undefined;
  const parts = () => ({
    rows: sql`${ROWS} ${and(matches(input), position && after(sort, position))}
      order by ${sql.join(orderBy(sort), sql`, `)} limit ${literal(limit + 1)}`,
    metadata: sql`json_build_object(
      'partner', exists (select from ${partners} where ${partners.id} = ${idPartner} and ${partners.deletedAt} is null),
      'total', (select count(*) from (select from ${branches} where ${matches(input)} ${counted}) as counted))`,
  });
  const form = !isSearch && limit === BRANCH_PAGE_SIZE ? formOf(input, position) : undefined;
  return queryPage(db, { columns, form, parts });
}

/** Of a page of the usual size without a search. */
function formOf({ idPartner, sort }: ListInput, position: Cursor | undefined): Form {
  return {
    name: `branches by ${sort}, after another page: ${position !== undefined}`,
    values: [idPartner, idPartner, idPartner, ...(position ? valuesOf(position) : [])],
  };
}

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
  const [row] = await db
    .select(branchColumns)
    .from(branches)
    .innerJoin(partners, eq(partners.id, branches.partnerId))
    .where(and(eq(branches.id, lastBranch), eq(branches.partnerId, idPartner)));
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
