import { type SearchWord, searchWords } from '@simiente/contract/common/search-words';
import type { OrderBranch } from '@simiente/contract/exam-orders/calls';
import { addressLine } from '@simiente/contract/format/address';
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { containsWord } from '../../platform/database/search.ts';
import { branches, partners } from '../../schema/partners.ts';
import { offeredExams } from './offered-exams.ts';

/**
 * The branches of all partners that match a search, by partner and name, with the exams that each
 * offers.
 */
export async function searchBranches(
  db: Reader,
  { search = '', limit }: { readonly search?: string | undefined; readonly limit: number },
): Promise<{ branches: OrderBranch[]; more: boolean }> {
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
        ...searchWords(search).map(inBranchOrPartner),
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
function inBranchOrPartner(word: SearchWord): SQL | undefined {
  return or(containsWord(branches.searchText, word), containsWord(partners.searchText, word));
}
