import { and, desc, eq, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { MOST_DUPLICATES, matchedBy, sameWords } from '../../platform/database/duplicates.ts';
import { branches, partners } from '../../schema/partners.ts';
import { branchColumns, presentBranch } from './present.ts';
import { notDeleted } from './query.ts';

interface NewBranch {
  idPartner: string;
  name?: string | undefined;
  address?: string | undefined;
}

/** The branches of a partner that may be the same: the same words of the name or of the address. */
export async function findBranchDuplicates(db: Reader, { idPartner, name, address }: NewBranch) {
  const { condition, matched } = matchedBy({
    name: sameWords(branches.name, name),
    address: sameWords(sql`coalesce(address_text(${branches.address}), '')`, address),
  });
  if (condition === undefined) return { duplicates: [] };
  const rows = await db
    .select({ ...branchColumns, matched })
    .from(branches)
    .innerJoin(partners, eq(partners.id, branches.partnerId))
    .where(and(eq(branches.partnerId, idPartner), notDeleted, condition))
    .orderBy(desc(sql`cardinality(${matched})`), branches.name, branches.id)
    .limit(MOST_DUPLICATES);
  return { duplicates: rows.map(({ matched, ...row }) => ({ ...presentBranch(row), matched })) };
}
