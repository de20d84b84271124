import type { Branch } from '@simiente/contract/branches';
import { and, eq } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { branches, partners } from '../../schema/partners.ts';
import { listed } from './filter.ts';
import { branchColumns, presentBranch } from './present.ts';

/** @throws Problem NOT_FOUND when the branch does not exist or is deleted */
export async function readBranch(db: Reader, id: string): Promise<Branch> {
  const [row] = await db
    .select(branchColumns)
    .from(branches)
    .innerJoin(partners, eq(partners.id, branches.partnerId))
    .where(and(eq(branches.id, id), listed));
  if (!row) throw new Problem('NOT_FOUND');
  return presentBranch(row);
}
