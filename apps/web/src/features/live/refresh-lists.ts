import { type LiveKind, liveKinds } from '@simiente/contract/event-fields';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { inBackground } from '../../lib/api/activity.ts';
import type { Told } from './follow-changes.ts';
import { listsOf, recordsOf } from './lists.ts';

/** Milliseconds in which changes are gathered, and beyond which not all browsers ask at the same moment. */
const GATHERED = 150;
const SPREAD = 250;
/** Milliseconds between two rounds of asking again, however much changes. */
const AT_MOST_EVERY = 2_000;
/** Milliseconds for which a round waits for what is going on, and how often it looks. */
const PATIENCE = 10_000;
const LOOK_AGAIN = 200;
/** Milliseconds after which lists that could not be read are asked for again. */
const TRY_AGAIN = 10_000;

/**
 * Asks lists again when what they show has changed. It waits while a change of this browser is on its
 * way, a list is being read, or a button is held down, as when something is dragged: the list would
 * show what was before, or move under the hand.
 */
export function createRefresher(cache: QueryClient) {
  const stopped = new AbortController();
  const changed = new Set<LiveKind>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = 0;
  let lastRound = 0;
  const pointer = watchPointer(stopped.signal);

  async function round(patience: number) {
    const lists = keysOf(changed, listsOf);
    if (patience > 0 && (pointer.isDown() || isBusy(cache, lists))) {
      begin(LOOK_AGAIN, patience - LOOK_AGAIN);
      return;
    }
    timer = undefined;
    lastRound = Date.now();
    const kinds = [...changed];
    changed.clear();
    await refetch(cache, lists);
    if (!stopped.signal.aborted && lists.some((queryKey) => isBehind(cache, queryKey))) {
      plan(kinds, TRY_AGAIN);
    }
  }

  function plan(kinds: readonly LiveKind[], soonest: number) {
    for (const kind of kinds) changed.add(kind);
    const wanted = soonest + Math.random() * SPREAD;
    if (timer === undefined || Date.now() + wanted < due) begin(wanted, PATIENCE);
  }

  function begin(milliseconds: number, patience: number) {
    clearTimeout(timer);
    due = Date.now() + milliseconds;
    timer = setTimeout(round, milliseconds, patience);
  }

  return {
    note(what: Told) {
      const kinds = liveKinds.filter((kind) => what === 'everything' || what.includes(kind));
      for (const queryKey of keysOf(kinds, recordsOf)) {
        void cache.invalidateQueries({ queryKey, refetchType: 'none' });
      }
      if (kinds.length > 0) {
        plan(kinds, Math.max(GATHERED, lastRound + AT_MOST_EVERY - Date.now()));
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

/** Whether a list is in somebody's sight that could not be read since something in it changed. */
function isBehind(cache: QueryClient, queryKey: QueryKey): boolean {
  if (document.visibilityState === 'hidden') return false;
  const shown = cache.getQueryCache().findAll({ queryKey, type: 'active' });
  return shown.some(({ state }) => state.isInvalidated);
}

/** A tab out of sight asks once somebody looks at it again (TanStack Query's own way). */
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

function keysOf(
  kinds: Iterable<LiveKind>,
  keys: Readonly<Partial<Record<LiveKind, readonly QueryKey[]>>>,
): readonly QueryKey[] {
  const distinct = new Map(
    Array.from(kinds, (kind) => keys[kind] ?? [])
      .flat()
      .map((key) => [JSON.stringify(key), key] as const),
  );
  return [...distinct.values()];
}

/** Whether a button of the mouse, a finger or a pen is down, or something is being dragged. */
function watchPointer(signal: AbortSignal) {
  const held = new Set<string>();
  const options = { capture: true, passive: true, signal };
  for (const [kind, begins, ends] of [
    ['pointer', ['pointerdown'], ['pointerup', 'pointercancel']],
    ['drag', ['dragstart'], ['dragend', 'drop']],
  ] as const) {
    for (const event of begins) addEventListener(event, () => held.add(kind), options);
    for (const event of ends) addEventListener(event, () => held.delete(kind), options);
  }
  return { isDown: () => held.size > 0 };
}
