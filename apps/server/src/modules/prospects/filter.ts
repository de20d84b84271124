import type { ProspectGroup } from '@simiente/contract/prospect-filters';
import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { matchesSearch } from '../../platform/database/search.ts';
import { prospects } from '../../schema/prospects.ts';

/** Prospects who are not deleted. */
export const listed = isNull(prospects.deletedAt);

/** The common conditions of list and counts, without the status. */
export function matches(filter: { search?: string | undefined }): SQL | undefined {
  return and(listed, matchesSearch(prospects.searchText, filter.search));
}

/** All conditions of the list and its export. */
export function inList(filter: {
  search?: string | undefined;
  status?: ProspectGroup | undefined;
}): SQL | undefined {
  return and(matches(filter), filter.status === undefined ? undefined : inGroup(filter.status));
}

export function inGroup(group: ProspectGroup): SQL {
  return eq(prospects.statusGroup, group);
}
