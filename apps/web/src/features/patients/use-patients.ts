import type { PatientListInput, PatientPage } from '@simiente/contract/patients';
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queries } from '../../lib/api/client.ts';
import type { ListFilters } from './use-list-filters.ts';

/** Every page of the list that was loaded, as the cache holds them. */
export type PatientPages = InfiniteData<{ status: 200; data: PatientPage }, string | undefined>;

function listInput({ status, upcoming, sort, search }: ListFilters): PatientListInput {
  const text = search.trim();
  return { status, upcoming, sort, ...(text === '' ? {} : { search: text }) };
}

/** The key of every list of patients, whatever its filters; also of what the pickers of patients found. */
export const patientListsKey = queries.patients.list.key();

/** The key of the lists that hold pages alone: only they are written to as `PatientPages`. */
export const patientPagesKey = queries.patients.list.key({ type: 'infinite' });

/** The pages of the list under its filters; the earlier ones stay while new ones are on their way. */
export function usePatients(filters: ListFilters) {
  const query = useInfiniteQuery(
    queries.patients.list.infiniteOptions({
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
    () => query.data?.pages.flatMap((page) => page.data.userData) ?? [],
    [query.data],
  );
  // Counts change while people work: the page that came last knows them best.
  const newest = query.data?.pages.at(-1)?.data;
  return {
    query,
    rows,
    counts: newest?.counts,
    total: newest?.total,
    totalIsCapped: newest?.totalIsCapped ?? false,
  };
}
