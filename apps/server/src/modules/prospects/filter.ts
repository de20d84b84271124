import type { ProspectGroup } from '@simiente/contract/prospect-filters';
import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { matchesSearch } from '../../platform/database/search.ts';
import { prospects } from '../../schema/prospects.ts';

/** Prospects who are not in the bin. */
export const listed = isNull(prospects.deletedAt);

/** The conditions that a list and its counts share; the status is asked for apart. */
export function matches(filter: { search?: string | undefined }): SQL | undefined {
  return and(listed, matchesSearch(prospects.searchText, filter.search));
}

/** Who is in the list: what it pages through, and what an export of it has. */
export function inList(filter: {
  search?: string | undefined;
  status?: ProspectGroup | undefined;
}): SQL | undefined {
  return and(matches(filter), filter.status === undefined ? undefined : inGroup(filter.status));
}

export function inGroup(group: ProspectGroup): SQL {
  return eq(prospects.statusGroup, group);
}
