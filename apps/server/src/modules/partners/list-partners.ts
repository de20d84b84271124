import { LARGEST_SEARCHED_TOTAL } from '@simiente/contract/common/page-sizes';
import type { Partner, PartnerPage, partnerListInput } from '@simiente/contract/partners/calls';
import { and, count, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { Reader } from '../../platform/database/database.ts';
import type { CursorCodec } from '../../platform/database/pages/cursor.ts';
import { partners } from '../../schema/partners.ts';
import { partnerColumns, presentPartners } from './present.ts';
import { matches, notDeleted, orderBy, type PartnerFilter, readPage } from './query.ts';

/** One page of partners, by keyset, each with its number of branches. */
export async function listPartners(
  db: Reader,
  input: z.output<typeof partnerListInput>,
  cursors: CursorCodec,
  clinicTimeZone: string,
): Promise<PartnerPage> {
  const { page, nextCursor } = await readPage(input, cursors, ({ next, inOrder, limit }) =>
    db
      .select(partnerColumns)
      .from(partners)
      .where(and(matches(db, input, clinicTimeZone), next))
      .orderBy(...inOrder)
      .limit(limit),
  );
  return {
    partners: await presentPartners(db, page),
    nextCursor,
    ...(await countPartners(db, input, clinicTimeZone)),
  };
}

/** Every partner that is not deleted, by name; the legacy call without a limit. */
export async function listAllPartners(db: Reader): Promise<Partner[]> {
  const rows = await db
    .select(partnerColumns)
    .from(partners)
    .where(notDeleted)
    .orderBy(...orderBy('name'));
  return presentPartners(db, rows);
}

/** Exact without a search; with one it stops at 1 000, so that a broad term has a bounded cost. */
async function countPartners(
  db: Reader,
  filter: PartnerFilter,
  clinicTimeZone: string,
): Promise<Pick<PartnerPage, 'total' | 'totalIsCapped' | 'countries'>> {
  const isSearch = (filter.search?.trim() ?? '') !== '';
  const found = db
    .select({ country: partners.country })
    .from(partners)
    .where(matches(db, filter, clinicTimeZone));
  const counted = (isSearch ? found.limit(LARGEST_SEARCHED_TOTAL + 1) : found).as('found');
  const [row] = await db
    .select({
      rows: count(),
      countries: sql<number>`count(distinct nullif(${counted.country}, ''))::int`,
    })
    .from(counted);
  const partnerCount = row?.rows ?? 0;
  const totalIsCapped = isSearch && partnerCount > LARGEST_SEARCHED_TOTAL;
  return {
    total: totalIsCapped ? LARGEST_SEARCHED_TOTAL : partnerCount,
    totalIsCapped,
    countries: row?.countries ?? 0,
  };
}
