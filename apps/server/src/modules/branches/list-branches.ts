import type { BranchPage, branchListInput } from '@simiente/contract/branches';
import { and, eq, type SQL } from 'drizzle-orm';
import type * as z from 'zod';
import { countRows } from '../../platform/database/count-rows.ts';
import type { CursorCodec } from '../../platform/database/cursor.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { branches, partners } from '../../schema/partners.ts';
import { matches } from './filter.ts';
import { expectPartner } from './find-partner.ts';
import { after, cursorAt, orderBy } from './order.ts';
import { branchColumns, presentBranch } from './present.ts';

type ListInput = z.output<typeof branchListInput>;

/**
 * One page of a partner's branches, by keyset.
 *
 * @throws Problem NOT_FOUND when there is no such partner, or it is in the bin
 * @throws Problem CURSOR_INVALID
 */
export async function listBranches(
  transaction: Transaction,
  input: ListInput,
  cursors: CursorCodec,
): Promise<BranchPage> {
  const { idPartner, sort, limit } = input;
  await expectPartner(transaction, idPartner);
  const rows = await transaction
    .select(branchColumns)
    .from(branches)
    .innerJoin(partners, eq(partners.id, branches.partnerId))
    .where(and(matches(input), await afterLast(transaction, input, cursors)))
    .orderBy(...orderBy(sort))
    .limit(limit + 1);
  const page = rows.slice(0, limit).map(presentBranch);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    branches: page,
    lastBranch: last?.id ?? null,
    nextCursor: last ? cursors.encode(cursorAt(sort, last)) : null,
    ...(await countRows(transaction, branches, matches(input), input.search)),
  };
}

/**
 * The branches that come after the last one received: from where it stood then, as its cursor says,
 * or else from where it stands now, also when it is in the bin by now.
 */
async function afterLast(
  transaction: Transaction,
  { idPartner, lastBranch, cursor, sort }: ListInput,
  cursors: CursorCodec,
): Promise<SQL | undefined> {
  if (cursor !== undefined) return after(sort, cursors.decode(cursor, sort));
  if (lastBranch === '') return undefined;
  const [row] = await transaction
    .select(branchColumns)
    .from(branches)
    .innerJoin(partners, eq(partners.id, branches.partnerId))
    .where(and(eq(branches.id, lastBranch), eq(branches.partnerId, idPartner)));
  if (!row) throw new Problem('CURSOR_INVALID');
  return after(sort, cursorAt(sort, presentBranch(row)));
}
