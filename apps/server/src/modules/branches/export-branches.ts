import type { Branch, branchListInput } from '@simiente/contract/branches';
import { and, eq, inArray, isNull, type SQLWrapper } from 'drizzle-orm';
import type * as z from 'zod';
import type { Transaction } from '../../platform/database/database.ts';
import { branches, partners } from '../../schema/partners.ts';
import { matches } from './filter.ts';
import { orderBy } from './order.ts';
import { branchColumns, presentBranch } from './present.ts';

/**
 * The query for the ids of a partner's branches under the list's filters, in its order; none of a
 * deleted partner.
 */
export function branchIds(
  transaction: Transaction,
  filter: Omit<z.output<typeof branchListInput>, 'limit' | 'cursor' | 'lastBranch'>,
): SQLWrapper {
  return transaction
    .select({ id: branches.id })
    .from(branches)
    .innerJoin(partners, and(eq(partners.id, branches.partnerId), isNull(partners.deletedAt)))
    .where(matches(filter))
    .orderBy(...orderBy(filter.sort));
}

/** These branches as the list shows them, in any order. */
export async function readBranches(transaction: Transaction, ids: string[]): Promise<Branch[]> {
  const rows = await transaction
    .select(branchColumns)
    .from(branches)
    .innerJoin(partners, eq(partners.id, branches.partnerId))
    .where(inArray(branches.id, ids));
  return rows.map(presentBranch);
}
