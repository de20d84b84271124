import type { Prospect } from '@simiente/contract/prospects/calls';
import { and, eq } from 'drizzle-orm';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { prospects } from '../../schema/prospects.ts';
import { notDeleted, selectProspects } from './list-prospects.ts';
import { presentProspect } from './present.ts';

/** @throws Problem NOT_FOUND when the prospect does not exist or is deleted */
export async function readProspect(db: Reader, id: string): Promise<Prospect> {
  const [row] = await selectProspects(db).where(and(eq(prospects.id, id), notDeleted));
  if (!row) throw new Problem('NOT_FOUND');
  return presentProspect(row);
}

/**
 * Reads a prospect and locks the row until commit.
 * @throws Problem NOT_FOUND when the prospect does not exist or is deleted
 */
export async function lockProspect(transaction: Transaction, id: string): Promise<Prospect> {
  await transaction
    .select({ id: prospects.id })
    .from(prospects)
    .where(eq(prospects.id, id))
    .for('update');
  return readProspect(transaction, id);
}
