import { and, desc, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import {
  MOST_DUPLICATES,
  matchedBy,
  sameWebsite,
  sameWords,
} from '../../platform/database/duplicates.ts';
import { partners } from '../../schema/partners.ts';
import { partnerColumns, presentPartners } from './present.ts';
import { notDeleted } from './query.ts';

/** The partners who may be the same: the same words of the name, or the same website. */
export async function findPartnerDuplicates(
  db: Reader,
  { name, website }: { name?: string | undefined; website?: string | undefined },
) {
  const { condition, matched } = matchedBy({
    name: sameWords(partners.name, name),
    website: sameWebsite(partners.website, website),
  });
  if (condition === undefined) return { duplicates: [] };
  const rows = await db
    .select({ ...partnerColumns, matched })
    .from(partners)
    .where(and(notDeleted, condition))
    .orderBy(desc(sql`cardinality(${matched})`), partners.name, partners.id)
    .limit(MOST_DUPLICATES);
  const found = await presentPartners(db, rows);
  return {
    duplicates: found.map((partner, index) => ({
      ...partner,
      matched: rows[index]?.matched ?? [],
    })),
  };
}
