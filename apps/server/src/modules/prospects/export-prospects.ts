import type { Prospect, prospectListInput } from '@simiente/contract/prospects';
import { inArray, type SQLWrapper } from 'drizzle-orm';
import type * as z from 'zod';
import type { Transaction } from '../../platform/database/database.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import { inList } from './filter.ts';
import { orderBy } from './order.ts';
import { linkedPatient, presentProspect, prospectColumns } from './present.ts';

/** The query for the ids of all prospects in the list under its filters, in its order. */
export function prospectIds(
  transaction: Transaction,
  filter: Omit<z.output<typeof prospectListInput>, 'limit' | 'cursor'>,
): SQLWrapper {
  return transaction
    .select({ id: prospects.id })
    .from(prospects)
    .where(inList(filter))
    .orderBy(...orderBy(filter.sort));
}

/** These prospects as the list shows them, in any order. */
export async function readProspects(transaction: Transaction, ids: string[]): Promise<Prospect[]> {
  const rows = await transaction
    .select(prospectColumns)
    .from(prospects)
    .leftJoin(patients, linkedPatient)
    .where(inArray(prospects.id, ids));
  return rows.map(presentProspect);
}
