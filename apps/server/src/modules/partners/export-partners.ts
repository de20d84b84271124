import type { Partner, partnerListInput } from '@simiente/contract/partners';
import { inArray, type SQLWrapper } from 'drizzle-orm';
import type * as z from 'zod';
import type { Transaction } from '../../platform/database/database.ts';
import { partners } from '../../schema/partners.ts';
import { matches } from './filter.ts';
import { orderBy } from './order.ts';
import { partnerColumns, presentPartners } from './present.ts';

/** The query for the ids of every partner in the list under its filters, in its order. */
export function partnerIds(
  transaction: Transaction,
  filter: Omit<z.output<typeof partnerListInput>, 'limit' | 'cursor'>,
  clinicTimeZone: string,
): SQLWrapper {
  return transaction
    .select({ id: partners.id })
    .from(partners)
    .where(matches(transaction, filter, clinicTimeZone))
    .orderBy(...orderBy(filter.sort));
}

/** These partners as the list shows them, in any order. */
export async function readPartners(transaction: Transaction, ids: string[]): Promise<Partner[]> {
  const rows = await transaction
    .select(partnerColumns)
    .from(partners)
    .where(inArray(partners.id, ids));
  return presentPartners(transaction, rows);
}
