import type { Branch } from '@simiente/contract/branches/calls';
import { and, eq } from 'drizzle-orm';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { branches, partners } from '../../schema/partners.ts';
import { branchColumns, presentBranch } from './present.ts';
import { notDeleted } from './query.ts';

/**
 * Locks a partner for adding a branch: a deletion, which includes the branches, waits until commit, so
 * that none is missed.
 * @throws Problem NOT_FOUND when there never was such a partner
 * @throws Problem PARTNER_DELETED
 */
export async function lockPartner(transaction: Transaction, id: string): Promise<void> {
  const [row] = await transaction
    .select({ deletedAt: partners.deletedAt })
    .from(partners)
    .where(eq(partners.id, id))
    .for('key share');
  if (!row) throw new Problem('NOT_FOUND');
  if (row.deletedAt !== null) throw new Problem('PARTNER_DELETED');
}

/** @throws Problem NOT_FOUND when the partner does not exist or is deleted */
export async function expectPartner(db: Reader, id: string): Promise<void> {
  const [row] = await db
    .select({ deletedAt: partners.deletedAt })
    .from(partners)
    .where(eq(partners.id, id));
  if (!row || row.deletedAt !== null) throw new Problem('NOT_FOUND');
}

/** @throws Problem NOT_FOUND when the branch does not exist or is deleted */
export async function readBranch(db: Reader, id: string): Promise<Branch> {
  const [row] = await db
    .select(branchColumns)
    .from(branches)
    .innerJoin(partners, eq(partners.id, branches.partnerId))
    .where(and(eq(branches.id, id), notDeleted));
  if (!row) throw new Problem('NOT_FOUND');
  return presentBranch(row);
}
