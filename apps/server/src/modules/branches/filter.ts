import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { matchesSearch } from '../../platform/database/search.ts';
import { branches } from '../../schema/partners.ts';

export interface BranchFilter {
  readonly idPartner: string;
  readonly search?: string | undefined;
}

/** Branches that are not deleted. */
export const listed = isNull(branches.deletedAt);

/** The common conditions of list, count and map. */
export function matches({ idPartner, search }: BranchFilter): SQL | undefined {
  return and(eq(branches.partnerId, idPartner), listed, matchesSearch(branches.searchText, search));
}
