import type { Partner } from '@simiente/contract/partners/calls';
import { and, eq } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { partners } from '../../schema/partners.ts';
import { partnerColumns, presentPartners } from './present.ts';
import { notDeleted } from './query.ts';

/** @throws Problem NOT_FOUND when the partner does not exist or is deleted */
export async function readPartner(db: Reader, id: string): Promise<Partner> {
  const rows = await db
    .select(partnerColumns)
    .from(partners)
    .where(and(eq(partners.id, id), notDeleted));
  const [partner] = await presentPartners(db, rows);
  if (!partner) throw new Problem('NOT_FOUND');
  return partner;
}
