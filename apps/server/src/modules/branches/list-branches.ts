import { BRANCH_PAGE_SIZE, type Branch, type branchListInput } from '@simiente/contract/branches';
import { LARGEST_SEARCHED_TOTAL } from '@simiente/contract/common/page-sizes';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod';
import { isTerm } from '../../platform/database/search.ts';
import { askPage, fixed, literal, pageJson } from '../../platform/database/written.ts';
import type { CallContext } from '../../platform/http/context.ts';
import { Problem } from '../../platform/http/problem.ts';
import { branches, partners } from '../../schema/partners.ts';
import { matches } from './filter.ts';
import { after, cursorAt, orderBy } from './order.ts';
import { branchColumns, presentBranch, writtenBranch } from './present.ts';

type ListInput = z.output<typeof branchListInput>;
type Parts = Pick<CallContext, 'db' | 'cursors'>;

const ROWS = fixed(
  sql`select ${writtenBranch} from ${branches} join ${partners} on ${partners.id} = ${branches.partnerId} where`,
);

/** What is told beside the rows: whether there is such a partner outside the bin, and the branches counted. */
interface Told {
  readonly partner: boolean;
  readonly total: number;
}

/**
 * One page of a partner's branches, by keyset, as JSON.
 *
 * @throws Problem NOT_FOUND when there is no such partner, or it is in the bin
 * @throws Problem CURSOR_INVALID
 */
export async function listBranches(
  { db, cursors }: Parts,
  input: ListInput,
): Promise<{ readonly json: string; readonly count: number }> {
  const { idPartner, sort, limit, search } = input;
  const next = await afterLast({ db, cursors }, input);
  const order = sql.join(orderBy(sort), sql`, `);
  const isSearch = isTerm(search);
  const most = isSearch ? LARGEST_SEARCHED_TOTAL : Number.POSITIVE_INFINITY;
  const counted = isSearch ? sql`limit ${literal(most + 1)}` : undefined;
  const page = await askPage<Branch, Told>(db, {
    rows: sql`${ROWS} ${and(matches(input), next)} order by ${order} limit ${literal(limit + 1)}`,
    limit,
    extra: sql`json_build_object(
      'partner', exists (select from ${partners} where ${partners.id} = ${idPartner} and ${partners.deletedAt} is null),
      'total', (select count(*) from (select from ${branches} where ${matches(input)} ${counted}) as counted))`,
    prepared: !isSearch && limit === BRANCH_PAGE_SIZE,
  });
  const { last, extra } = page;
  if (!extra.partner) throw new Problem('NOT_FOUND');
  const json = pageJson('branches', page, {
    lastBranch: last?.id ?? null,
    nextCursor: last ? cursors.encode(cursorAt(sort, last)) : null,
    total: Math.min(extra.total, most),
    totalIsCapped: extra.total > most,
  });
  return { json, count: page.count };
}

/**
 * The branches that come after the last one received: from where it stood then, as its cursor says,
 * or else from where it stands now, also when it is in the bin by now.
 */
async function afterLast(
  { db, cursors }: Parts,
  { idPartner, lastBranch, cursor, sort }: ListInput,
): Promise<SQL | undefined> {
  if (cursor !== undefined) return after(sort, cursors.decode(cursor, sort));
  if (lastBranch === '') return undefined;
  const [row] = await db
    .select(branchColumns)
    .from(branches)
    .innerJoin(partners, eq(partners.id, branches.partnerId))
    .where(and(eq(branches.id, lastBranch), eq(branches.partnerId, idPartner)));
  if (!row) throw new Problem('CURSOR_INVALID');
  return after(sort, cursorAt(sort, presentBranch(row)));
}
