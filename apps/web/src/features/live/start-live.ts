import { type LiveKind, liveKinds } from '@simiente/contract/events/settings';
import type { ChangedIds } from '@simiente/contract/events/stream';
import type {
  MutationCacheNotifyEvent,
  QueryCacheNotifyEvent,
  QueryClient,
  QueryKey,
} from '@tanstack/react-query';
import { inBackground } from '../../lib/api/activity.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { refreshSession } from '../session/public.ts';
import { followChanges } from './follow-changes.ts';
import { changedReports, type KeySource, listsByKind, recordsByKind } from './lists.ts';

/**
 * Refetches the lists on the screen when their records change.
 * @param seenUntil moment up to which the screen has all changes
 * @returns a function that stops refetching
 */
export function startLive(cache: QueryClient, seenUntil: number): () => void {
  const refresher = createRefresher(cache);
  const stop = followChanges(refresher.handleChange, () => void refreshSession(), seenUntil);
  const stopWatching = watchRejections(cache, () => void refreshSession());
  return () => {
    stop();
    stopWatching();
    refresher.stop();
  };
}

/** Calls `onRejection` after a FORBIDDEN answer: a role was removed, and the session must be fetched again. */
function watchRejections(cache: QueryClient, onRejection: () => void): () => void {
  const stops = [cache.getQueryCache(), cache.getMutationCache()].map((source) =>
    source.subscribe((event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return;
      const { error } = event.action;
      if (error instanceof ApiFailure && error.code === 'FORBIDDEN') onRejection();
    }),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

/** Milliseconds in which changes are batched. */
const BATCH_FOR = 150;
/** Maximum of a random delay in milliseconds, so that not all browsers refetch at once. */
const SPREAD = 250;
/** Minimum of milliseconds between two rounds of refetching. */
const MIN_INTERVAL = 2_000;
/** Maximum of milliseconds for which a round of refetching waits until the user and the queries are idle. */
const MAX_WAIT = 10_000;
/** Milliseconds between two checks of whether the user and the queries are idle. */
const POLL_EVERY = 200;
/** Milliseconds after which a failed refetch is repeated. */
const RETRY_AFTER = 10_000;

/**
 * Refetches lists whose records have changed. Waits while a mutation of this browser is pending, a list is being
 * fetched, or a pointer is pressed, for example during a drag. Otherwise the list would show outdated rows or move
 * under the pointer.
 */
export function createRefresher(cache: QueryClient) {
  const stopped = new AbortController();
  const changed = new Set<LiveKind>();
  /** The ids of changed records; null if they are too many or unknown. */
  const ids = new Map<LiveKind, readonly string[] | null>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = 0;
  let lastRound = 0;
  const pointer = watchPointer(stopped.signal);

  async function refetchChanged(waitLeft: number) {
    const reports = ids.get('report');
    const lists = [
      ...collectKeys(changed, listsByKind),
      ...(reports === undefined ? [] : changedReports(cache, reports)),
    ];
    if (waitLeft > 0 && (pointer.isDown() || isBusy(cache, lists))) {
      startTimer(POLL_EVERY, waitLeft - POLL_EVERY);
      return;
    }
    timer = undefined;
    lastRound = Date.now();
    const kinds = [...changed];
    changed.clear();
    ids.clear();
    await refetch(cache, lists);
    if (!stopped.signal.aborted && lists.some((queryKey) => isBehind(cache, queryKey))) {
      schedule(kinds, RETRY_AFTER);
    }
  }

  function schedule(kinds: readonly LiveKind[], delay: number, changedIds: ChangedIds = {}) {
    for (const kind of kinds) {
      changed.add(kind);
      const earlierIds = ids.get(kind);
      const newIds = changedIds[kind] ?? null;
      const areUnknown = earlierIds === null || newIds === null;
      ids.set(kind, areUnknown ? null : [...(earlierIds ?? []), ...newIds]);
    }
    const wait = delay + Math.random() * SPREAD;
    if (timer === undefined || Date.now() + wait < due) startTimer(wait, MAX_WAIT);
  }

  function startTimer(milliseconds: number, waitLeft: number) {
    clearTimeout(timer);
    due = Date.now() + milliseconds;
    timer = setTimeout(refetchChanged, milliseconds, waitLeft);
  }

  return {
    handleChange(changedKinds: readonly string[] | 'everything', changedIds?: ChangedIds) {
      const kinds = liveKinds.filter(
        (kind) => changedKinds === 'everything' || changedKinds.includes(kind),
      );
      for (const queryKey of collectKeys(kinds, recordsByKind)) {
        void cache.invalidateQueries({ queryKey, refetchType: 'none' });
      }
      if (kinds.length > 0) {
        schedule(kinds, Math.max(BATCH_FOR, lastRound + MIN_INTERVAL - Date.now()), changedIds);
      }
    },
    stop() {
      stopped.abort();
      clearTimeout(timer);
    },
  };
}

function isBusy(cache: QueryClient, lists: readonly QueryKey[]): boolean {
  return cache.isMutating() > 0 || lists.some((queryKey) => cache.isFetching({ queryKey }) > 0);
}

/** Whether a visible list is still stale because its refetch failed. */
function isBehind(cache: QueryClient, queryKey: QueryKey): boolean {
  if (document.visibilityState === 'hidden') return false;
  const shown = cache.getQueryCache().findAll({ queryKey, type: 'active' });
  return shown.some(({ state }) => state.isInvalidated);
}

/** A hidden tab refetches when it becomes visible, as TanStack Query does by itself. */
async function refetch(cache: QueryClient, lists: readonly QueryKey[]): Promise<void> {
  const refetchType = document.visibilityState === 'hidden' ? 'none' : 'active';
  const keys = lists.flatMap((queryKey) =>
    cache
      .getQueryCache()
      .findAll({ queryKey, type: 'active' })
      .map((query) => query.queryKey),
  );
  await inBackground(keys, async () => {
    await Promise.all(lists.map((queryKey) => cache.invalidateQueries({ queryKey, refetchType })));
  });
}

function collectKeys(
  kinds: Iterable<LiveKind>,
  sources: Readonly<Partial<Record<LiveKind, readonly KeySource[]>>>,
): readonly QueryKey[] {
  const distinct = new Map(
    Array.from(kinds, (kind) => sources[kind] ?? [])
      .flat()
      .map((source) => source.key())
      .map((key) => [JSON.stringify(key), key] as const),
  );
  return [...distinct.values()];
}

/** Tracks whether a mouse button, finger or pen is down, or a drag is going on. */
function watchPointer(signal: AbortSignal) {
  const pressed = new Set<string>();
  const options = { capture: true, passive: true, signal };
  for (const [kind, begin, ends] of [
    ['pointer', 'pointerdown', ['pointerup', 'pointercancel']],
    ['drag', 'dragstart', ['dragend', 'drop']],
  ] as const) {
    addEventListener(begin, () => pressed.add(kind), options);
    for (const event of ends) addEventListener(event, () => pressed.delete(kind), options);
  }
  return { isDown: () => pressed.size > 0 };
}
