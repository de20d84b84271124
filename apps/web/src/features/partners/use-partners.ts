import { queries } from '../../lib/api/client.ts';
import { byCursor, pageInput, useListPages } from '../records/public.ts';
import { partnerList } from './partner-list.ts';
import type { ListFilters } from './use-list-filters.ts';

/** What the list is asked for, by its page; an export of it is asked for the same, without one. */
export function partnersInput({ type, withBranches, sort, search, counted }: ListFilters) {
  const { hasta, laboratorio } = counted;
  return pageInput(
    {
      ...(type !== undefined && { type }),
      withBranches,
      sort,
      ...(hasta !== undefined && { activeUntil: hasta }),
      ...(laboratorio !== undefined && { idPartner: laboratorio }),
    },
    search,
  );
}

/** The pages of the list under its filters; the earlier ones stay while new ones are on their way. */
export function usePartners(filters: ListFilters) {
  return useListPages(
    partnerList,
    queries.partners.list.infiniteOptions({
      ...byCursor,
      input: partnersInput(filters),
    }),
  );
}
