import type { ChangedKinds } from '@simiente/contract/events/stream';
import * as z from 'zod';

/** The records that changed, or that it is unknown which. */
export type Changes = ChangedKinds | 'everything';

/** With more ids of one kind, the kind is announced without ids. */
const MOST_IDS = 100;

const notification = z.object({ kind: z.string(), ids: z.array(z.string()).nullable() });

/** Reads a trigger's payload; an unreadable one may be about anything. */
export function readNotification(payload: string): Changes {
  try {
    const { kind, ids } = notification.parse(JSON.parse(payload));
    return { [kind]: ids };
  } catch {
    return 'everything';
  }
}

/** Merges several changes; undefined when there are none. */
export function joinChanges(changes: readonly Changes[]): Changes | undefined {
  if (changes.length === 0) return undefined;
  const joined = new Map<string, Set<string> | null>();
  for (const piece of changes) {
    if (piece === 'everything') return piece;
    for (const [kind, ids] of Object.entries(piece)) {
      const all = joined.get(kind) === null || ids === null ? null : addAll(joined.get(kind), ids);
      joined.set(kind, all && all.size <= MOST_IDS ? all : null);
    }
  }
  return Object.fromEntries(Array.from(joined, ([kind, ids]) => [kind, ids && [...ids]]));
}

function addAll(known: Set<string> | null | undefined, ids: readonly string[]): Set<string> {
  return new Set([...(known ?? []), ...ids]);
}
