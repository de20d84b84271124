import type { ChangedIds } from '@simiente/contract/events/stream';
import * as z from 'zod';

/** The changed records; 'everything' if they are unknown. */
export type Changes = ChangedIds | 'everything';

/** Maximum ids of a kind in an announcement. A change of more records is announced without ids. */
const MAX_IDS = 100;

const notification = z.object({ kind: z.string(), ids: z.array(z.string()).nullable() });

/** Parses a trigger's payload; an invalid one counts as a change of everything. */
function readNotification(payload: string): Changes {
  try {
    const { kind, ids } = notification.parse(JSON.parse(payload));
    return { [kind]: ids };
  } catch {
    return 'everything';
  }
}

function joinChanges(changes: readonly Changes[]): Changes | undefined {
  if (changes.length === 0) return undefined;
  const joined = new Map<string, Set<string> | null>();
  for (const piece of changes) {
    if (piece === 'everything') return piece;
    for (const [kind, ids] of Object.entries(piece)) {
      const merged = joined.get(kind);
      const all = merged === null || ids === null ? null : new Set([...(merged ?? []), ...ids]);
      joined.set(kind, all && all.size <= MAX_IDS ? all : null);
    }
  }
  return Object.fromEntries(Array.from(joined, ([kind, ids]) => [kind, ids && [...ids]]));
}

/** Milliseconds for which changes are remembered, for clients that reconnect. */
const RETENTION = 60_000;
/** Maximum number of remembered changes. After more, a reconnecting client must refetch everything. */
const MAX_REMEMBERED = 2_000;
/** Milliseconds over which changes are merged, so that a burst becomes a few events. */
const BATCH_WINDOW = 100;

/** The channel of the database triggers (migration 0011). */
export const CHANGES_CHANNEL = 'simiente_changes';

export type Hub = ReturnType<typeof createHub>;

/** Distributes the changes that the database announces. */
export function createHub() {
  const subscribers = new Set<(changes: Changes) => void>();
  let pending: Changes[] = [];
  let timer: NodeJS.Timeout | undefined;
  let remembered: { readonly at: number; readonly changes: Changes }[] = [];
  let listeningSince: number | null = null;

  function publish() {
    clearTimeout(timer);
    timer = undefined;
    const changes = joinChanges(pending);
    pending = [];
    if (changes === undefined) return;
    for (const subscriber of subscribers) subscriber(changes);
  }

  return {
    onNotification(payload: string): void {
      const changes = readNotification(payload);
      const at = performance.now();
      remembered.push({ at, changes });
      if (remembered.length > MAX_REMEMBERED) {
        remembered = [];
        listeningSince = at;
      }
      pending.push(changes);
      timer ??= setTimeout(publish, BATCH_WINDOW).unref();
    },
    onConnected(): void {
      listeningSince = performance.now();
      remembered = [];
      pending = ['everything'];
      publish();
    },
    onDisconnected(): void {
      listeningSince = null;
    },
    subscribe(subscriber: (changes: Changes) => void): () => void {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    /**
     * The changes of the last `gap` milliseconds, and the part of that time for which the list is complete: 0
     * while the database is not connected.
     */
    recall(gap: number): { readonly covers: number; readonly changes: Changes | undefined } {
      const now = performance.now();
      remembered = remembered.filter(({ at }) => now - at <= RETENTION);
      if (listeningSince === null) return { covers: 0, changes: undefined };
      const covers = Math.floor(Math.min(gap, RETENTION, now - listeningSince));
      const recent = remembered.filter(({ at }) => now - at <= covers);
      return { covers, changes: joinChanges(recent.map(({ changes }) => changes)) };
    },
    stop: () => clearTimeout(timer),
  };
}
