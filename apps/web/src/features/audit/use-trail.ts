import type { TrailEntry, TrailPage } from '@simiente/contract/audit/calls';
import { describeDay } from '@simiente/contract/format/dates';
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';

const LIMIT = 30;

/** Each page adds a row to the audit: it is requested by an act of the user, never automatically. */
const byRequest = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ data }: { data: TrailPage }) => data.nextCursor ?? undefined,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  // Opened again, it shows the rows of that moment.
  gcTime: 0,
};

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
    // Total of the first page, because each page that is read adds one entry at the other end.
    total: data?.pages[0]?.data.total ?? 0,
  };
}

/** Accesses to and changes of a patient's record. */
export function useAccesses(idUser: string): Trail {
  const input = (cursor: string | undefined) => ({ idUser, ...toPageInput(cursor) });
  return toTrail(useInfiniteQuery(queries.audit.accesses.infiniteOptions({ ...byRequest, input })));
}

/** Activity of the user's own account. */
export function useOwnActivity(): Trail {
  return toTrail(
    useInfiniteQuery(
      queries.audit.ownActivity.infiniteOptions({ ...byRequest, input: toPageInput }),
    ),
  );
}

/** The acts of one user from one address within a minute: opening a page makes several requests. */
export interface Visit {
  readonly key: number;
  readonly entry: TrailEntry;
  /** '9:42' */
  readonly clock: string;
  /** Acts without repetitions, in order. */
  readonly acts: readonly Act[];
  /** True for requests of no user: an open page refreshed itself. */
  readonly background: boolean;
}

interface Act {
  readonly sentence: string;
  readonly times: number;
}

interface Day {
  /** 'Hoy', 'Ayer', '30 oct 2026' */
  readonly name: string;
  readonly visits: readonly Visit[];
}

/** The rows of the audit, the latest first, as days and visits. */
export function visitsByDay(
  entries: readonly TrailEntry[],
  toSentence: (entry: TrailEntry, timeZone: string) => string,
  timeZone: string,
): Day[] {
  const days: { name: string; visits: Visit[] }[] = [];
  for (const entry of entries) {
    const { day, clock } = dayAndClock(entry.at, timeZone);
    let last = days.at(-1);
    if (last?.name !== day) {
      last = { name: day, visits: [] };
      days.push(last);
    }
    const visit = last.visits.at(-1);
    const sentence = toSentence(entry, timeZone);
    if (visit && visit.clock === clock && isSameVisit(visit.entry, entry)) {
      last.visits[last.visits.length - 1] = {
        ...visit,
        acts: withAct(visit.acts, sentence, entry.times),
      };
    } else {
      const { id: key, background } = entry;
      last.visits.push({ key, entry, clock, acts: withAct([], sentence, entry.times), background });
    }
  }
  return days;
}

/** Rows arrive newest first: the last one of a visit was its first act. */
function withAct(acts: readonly Act[], sentence: string, times: number): Act[] {
  const known = acts.find((act) => act.sentence === sentence);
  const others = acts.filter((act) => act !== known);
  return [{ sentence, times: (known?.times ?? 0) + times }, ...others];
}

function isSameVisit(one: TrailEntry, other: TrailEntry): boolean {
  return (
    one.actor.kind === other.actor.kind &&
    one.actor.name === other.actor.name &&
    one.actor.email === other.actor.email &&
    one.address === other.address &&
    one.background === other.background
  );
}

function dayAndClock(at: string, timeZone: string) {
  const { text } = describeDay(at, { timeZone, hour: true });
  const [day = '', clock = ''] = text.split(', ');
  return { day: day.charAt(0).toUpperCase() + day.slice(1), clock };
}
