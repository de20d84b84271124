import { addDays, startOfDay } from '@simiente/contract/common/days';
import { taggedPartnerTypes } from '@simiente/contract/partner-filters';
import type { partnerListInput } from '@simiente/contract/partners';
import { and, eq, exists, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { Reader } from '../../platform/database/database.ts';
import { matchesSearch } from '../../platform/database/search.ts';
import { branches, partners } from '../../schema/partners.ts';
import { activeSince } from './active-since.ts';

export type PartnerFilter = Pick<
  z.output<typeof partnerListInput>,
  'search' | 'type' | 'withBranches' | 'activeUntil' | 'idPartner'
>;

/** Partners that are not deleted. */
export const listed = isNull(partners.deletedAt);

/** The common conditions of list and count; days are those of the clinic's calendar. */
export function matches(
  db: Reader,
  { search, type, withBranches, activeUntil, idPartner }: PartnerFilter,
  clinicTimeZone: string,
): SQL | undefined {
  const branch = db
    .select({ one: sql`1` })
    .from(branches)
    .where(and(eq(branches.partnerId, partners.id), isNull(branches.deletedAt)));
  return and(
    listed,
    matchesSearch(partners.searchText, search),
    ofType(type),
    withBranches ? exists(branch) : undefined,
    activeUntil === undefined
      ? undefined
      : sql`${activeSince} < ${startOfDay(addDays(activeUntil, 1), clinicTimeZone).toISOString()}::timestamptz`,
    idPartner === undefined ? undefined : eq(partners.id, idPartner),
  );
}

function ofType(type: PartnerFilter['type']): SQL | undefined {
  if (type === undefined) return undefined;
  if (type !== 'Otro') return eq(partners.type, type);
  return or(isNull(partners.type), not(inArray(partners.type, [...taggedPartnerTypes])));
}
