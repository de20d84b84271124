import type { DoctorListInput } from '@simiente/contract/doctors';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queries } from '../../lib/api/client.ts';
import type { ListFilters } from './use-list-filters.ts';

function listInput({ state, sort, search }: ListFilters): DoctorListInput {
  const text = search.trim();
  return { state, sort, ...(text === '' ? {} : { search: text }) };
}

/** The pages of the list under its filters; the earlier ones stay while new ones are on their way. */
export function useDoctors(filters: ListFilters) {
  const query = useInfiniteQuery(
    queries.doctors.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...listInput(filters),
        ...(cursor === undefined ? {} : { cursor }),
      }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.data.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    }),
  );
  const rows = useMemo(
    () => query.data?.pages.flatMap((page) => page.data.doctors) ?? [],
    [query.data],
  );
  const newest = query.data?.pages.at(-1)?.data;
  return { query, rows, total: newest?.total, totalIsCapped: newest?.totalIsCapped ?? false };
}
