import type { Prospect } from '@simiente/contract/prospects/calls';
import {
  type ProspectGroup,
  type ProspectSort,
  prospectGroup,
} from '@simiente/contract/prospects/filters';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { byDate, byText, keyset } from '../../platform/database/pages/keyset.ts';
import { matchesSearch } from '../../platform/database/search.ts';
import { literal } from '../../platform/database/statements.ts';
import { prospects } from '../../schema/prospects.ts';

/** Prospects who are not deleted. */
export const notDeleted = isNull(prospects.deletedAt);

/** The common conditions of list and counts, without the status. */
export function matches(filter: { search?: string | undefined }): SQL | undefined {
  return and(notDeleted, matchesSearch(prospects.searchText, filter.search));
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

/** A reason may be of any length: it is sorted by this many characters. */
const REASON_START = 200;

export const { orderBy, after, cursorAt } = keyset<ProspectSort, Prospect>(
  prospects.id,
  ({ idProspect }) => idProspect,
  {
    createDate: byDate(sql`${prospects.createdSort}`, (row) => row.createDate),
    name: byText(prospects.name, (row) => row.name),
    motivo: byText(
      sql`left(coalesce(${prospects.reason}, ''), ${literal(REASON_START)})`,
      ({ motivo }) =>
        Array.from(motivo ?? '')
          .slice(0, REASON_START)
          .join(''),
    ),
    status: {
      expression: sql`${prospects.statusGroup}`,
      fromCursor: (key) => sql`${key}::text`,
      toCursor: ({ status }) => prospectGroup(status),
    },
  },
);
