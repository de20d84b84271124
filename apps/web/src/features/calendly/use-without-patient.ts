import type { AppointmentWithoutPatient } from '@simiente/contract/calendly';
import { type InfiniteData, type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queries } from '../../lib/api/client.ts';

interface Page {
  readonly status: 200;
  readonly data: {
    readonly appointments: AppointmentWithoutPatient[];
    readonly nextCursor: string | null;
    readonly total: number;
    readonly totalIsCapped: boolean;
  };
}
type Pages = InfiniteData<Page, string | undefined>;

const listKey = queries.calendly.withoutPatient.key();

/** The appointments that wait for a patient, page by page. */
export function useWithoutPatient() {
  const query = useInfiniteQuery(
    queries.calendly.withoutPatient.infiniteOptions({
      input: (cursor: string | undefined) => (cursor === undefined ? {} : { cursor }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.data.nextCursor ?? undefined,
    }),
  );
  const rows = useMemo(
    () => query.data?.pages.flatMap((page) => page.data.appointments) ?? [],
    [query.data],
  );
  return { query, rows, total: query.data?.pages.at(-1)?.data.total };
}

/** Takes an appointment out of the list at once; the server is asked again all the same. */
export async function dropFromList(cache: QueryClient, idAppointment: string): Promise<void> {
  await cache.cancelQueries({ queryKey: listKey });
  cache.setQueriesData<Pages>(
    { queryKey: listKey },
    (pages) => pages && without(pages, idAppointment),
  );
  refreshLists(cache);
}

/** Asks again for the list, the failed deliveries and their figures. */
export function refreshLists(cache: QueryClient): void {
  const { attention, failedDeliveries } = queries.calendly;
  for (const queryKey of [listKey, attention.key(), failedDeliveries.key()]) {
    void cache.invalidateQueries({ queryKey });
  }
}

function without(pages: Pages, idAppointment: string): Pages {
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      data: {
        ...page.data,
        appointments: page.data.appointments.filter((row) => row.idAppointment !== idAppointment),
        total: Math.max(0, page.data.total - 1),
      },
    })),
  };
}
