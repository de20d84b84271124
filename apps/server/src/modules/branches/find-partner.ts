import { eq } from 'drizzle-orm';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { partners } from '../../schema/partners.ts';

/**
 * A partner that may have branches, as it stays until this transaction ends: what sends it to the
 * bin, its branches along, waits, so that none is added behind its back.
 *
 * @throws Problem NOT_FOUND when there never was such a partner
 * @throws Problem PARTNER_DELETED when it is in the bin
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

/** @throws Problem NOT_FOUND when there is no such partner, or it is in the bin */
export async function expectPartner(db: Reader, id: string): Promise<void> {
  const [row] = await db
    .select({ deletedAt: partners.deletedAt })
    .from(partners)
    .where(eq(partners.id, id));
  if (!row || row.deletedAt !== null) throw new Problem('NOT_FOUND');
}
