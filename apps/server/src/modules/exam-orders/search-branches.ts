import type { OrderBranch } from '@simiente/contract/exam-orders';
import { addressLine } from '@simiente/contract/format/address';
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { matchesSearch } from '../../platform/database/search.ts';
import { branches, partners } from '../../schema/partners.ts';
import { offeredExams } from './offered-exams.ts';

/** Words of a search that count. */
const MOST_WORDS = 8;

/**
 * The branches of all partners that match a search, by partner and name, with the exams that each
 * offers.
 */
export async function searchBranches(
  db: Reader,
  { search = '', limit }: { readonly search?: string | undefined; readonly limit: number },
): Promise<{ branches: OrderBranch[]; more: boolean }> {
  const words = search.split(/\s+/).filter((word) => word !== '');
  const rows = await db
    .select({
      idBranch: branches.id,
      name: branches.name,
      partner: { idPartner: partners.id, name: partners.name },
      state: branches.state,
      address: branches.address,
      exams: branches.exams,
    })
    .from(branches)
    .innerJoin(partners, eq(partners.id, branches.partnerId))
    .where(
      and(
        isNull(branches.deletedAt),
        isNull(partners.deletedAt),
        ...words.slice(0, MOST_WORDS).map(inBranchOrPartner),
      ),
    )
    .orderBy(
      sql`${partners.name} collate "es-x-icu"`,
      sql`${branches.name} collate "es-x-icu"`,
      branches.id,
    )
    .limit(limit + 1);
  return {
    branches: rows.slice(0, limit).map((row) => ({
      ...row,
      address: addressLine(row.address) || null,
      exams: offeredExams(row.exams),
    })),
    more: rows.length > limit,
  };
}

/** Users type the laboratory and the place together: each word may match either. */
function inBranchOrPartner(word: string): SQL | undefined {
  return or(matchesSearch(branches.searchText, word), matchesSearch(partners.searchText, word));
}
