import { eq } from 'drizzle-orm';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { partners } from '../../schema/partners.ts';

/**
 * Locks a partner for adding a branch: a deletion, which includes the branches, waits until commit, so
 * that none is missed.
 * @throws Problem NOT_FOUND when there never was such a partner
 * @throws Problem PARTNER_DELETED
 */
export async function holdPartner(transaction: Transaction, id: string): Promise<void> {
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
