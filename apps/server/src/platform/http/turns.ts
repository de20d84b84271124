import type { EventEmitter } from 'node:events';
import { Problem } from '../problem.ts';

/** How much one process does at the same time, and how much it lets wait. */
export interface TurnLimits {
  /** Requests that are worked on, and those of one asker among them. */
  readonly working: number;
  readonly ofOne: number;
  /** Requests that wait for their turn. */
  readonly waiting: number;
  /** Milliseconds that one waits at most. */
  readonly longestWait: number;
}

/** Seconds after which who was sent away may come back. */
const COME_BACK_AFTER = 2;

interface Waiter {
  /** Gives the turn, or says that there is none. */
  settle(refusal?: Problem): void;
}

/**
 * The turns of a process: a bounded number of requests is worked on, a bounded number waits for a
 * bounded time, and the rest is sent away at once. Askers take turns with one another, each in their
 * own order, so that one who asks for a thousand things holds up the one who asks for one as little as
 * can be; when nobody more may wait, it is who has most waiting that gives way.
 */
export function createTurns({ working, ofOne, waiting, longestWait }: TurnLimits) {
  const underWay = new Map<string, number>();
  /** In the order of their next turns. */
  const queues = new Map<string, Waiter[]>();
  let busy = 0;
  let queued = 0;

  const mayWork = (asker: string) => busy < working && (underWay.get(asker) ?? 0) < ofOne;

  function begin(asker: string): () => void {
    busy += 1;
    underWay.set(asker, (underWay.get(asker) ?? 0) + 1);
    let over = false;
    return () => {
      if (over) return;
      over = true;
      busy -= 1;
      const left = (underWay.get(asker) ?? 1) - 1;
      if (left === 0) underWay.delete(asker);
      else underWay.set(asker, left);
      giveTurn();
    };
  }

  function giveTurn(): void {
    for (const [asker, queue] of queues) {
      if (!mayWork(asker)) continue;
      const [next] = queue;
      if (!next) continue;
      remove(asker, next);
      // Whoever has had a turn is the last to have another.
      const left = queues.get(asker);
      if (left && queues.delete(asker)) queues.set(asker, left);
      next.settle();
      return;
    }
  }

  function remove(asker: string, waiter: Waiter): void {
    const queue = queues.get(asker) ?? [];
    const place = queue.indexOf(waiter);
    if (place === -1) return;
    queue.splice(place, 1);
    queued -= 1;
    if (queue.length === 0) queues.delete(asker);
  }

  /** Makes room for one of `asker`, unless nobody has more waiting than they. @returns whether it did */
  function makeRoom(asker: string): boolean {
    if (queued < waiting) return true;
    let longest = asker;
    let most = (queues.get(asker)?.length ?? 0) + 1;
    for (const [other, { length }] of queues) {
      if (length > most) [longest, most] = [other, length];
    }
    const last = queues.get(longest)?.at(-1);
    if (longest === asker || !last) return false;
    remove(longest, last);
    last.settle(new Problem('UNAVAILABLE', { retryAfter: COME_BACK_AFTER }));
    return true;
  }

  return {
    /**
     * Waits for a turn, which lasts until what it gives is called; calling that again does nothing.
     * @param line of who asks; it may close while they wait
     * @throws Problem UNAVAILABLE when too many wait already, or the turn did not come in time
     */
    async take(asker: string, line: Pick<EventEmitter, 'once' | 'off'>): Promise<() => void> {
      // Who waits longer has the first right to a turn.
      if (mayWork(asker) && !queues.has(asker)) return begin(asker);
      if (!makeRoom(asker)) throw new Problem('UNAVAILABLE', { retryAfter: COME_BACK_AFTER });
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          remove(asker, waiter);
          waiter.settle(new Problem('UNAVAILABLE', { retryAfter: COME_BACK_AFTER }));
        };
        const timer = setTimeout(giveUp, longestWait);
        const waiter: Waiter = {
          settle: (refusal) => {
            clearTimeout(timer);
            line.off('close', giveUp);
            if (refusal) reject(refusal);
            else resolve(begin(asker));
          },
        };
        line.once('close', giveUp);
        const queue = queues.get(asker) ?? [];
        queue.push(waiter);
        queues.set(asker, queue);
        queued += 1;
      });
    },
    /** Requests under way and waiting. */
    count: () => ({ busy, queued }),
  };
}
