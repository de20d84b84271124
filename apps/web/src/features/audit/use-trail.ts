import type { TrailEntry, TrailPage } from '@simiente/contract/audit/calls';
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';

const LIMIT = 30;

/** Each page adds a row to the audit: it is requested by an act of the user, never automatically. */
const ONCE = {
  initialPageParam: undefined as string | undefined,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  // Opened again, it shows the rows of that moment.
  gcTime: 0,
} as const;

const toPageInput = (cursor: string | undefined) => ({
  limit: LIMIT,
  ...(cursor === undefined ? {} : { cursor }),
});

type Pages = InfiniteData<{ data: TrailPage }>;

export type Trail = Omit<UseInfiniteQueryResult<Pages>, 'data'> & {
  /** Undefined until the first page has loaded. */
  readonly entries: readonly TrailEntry[] | undefined;
  readonly total: number;
};

function toTrail({ data, ...query }: UseInfiniteQueryResult<Pages>): Trail {
  return {
    ...query,
    entries: data?.pages.flatMap((page) => page.data.entries),
    // As of the first page: each page that is read adds one entry at the other end.
    total: data?.pages[0]?.data.total ?? 0,
  };
}

/** Who opened or changed the record of a patient. */
export function useAccesses(idUser: string): Trail {
  return toTrail(
    useInfiniteQuery(
      queries.audit.accesses.infiniteOptions({
        ...ONCE,
        input: (cursor: string | undefined) => ({ idUser, ...toPageInput(cursor) }),
        getNextPageParam: ({ data }) => data.nextCursor ?? undefined,
      }),
    ),
  );
}

/** Activity of the own account. */
export function useOwnActivity(): Trail {
  return toTrail(
    useInfiniteQuery(
      queries.audit.ownActivity.infiniteOptions({
        ...ONCE,
        input: (cursor: string | undefined) => toPageInput(cursor),
        getNextPageParam: ({ data }) => data.nextCursor ?? undefined,
      }),
    ),
  );
}
