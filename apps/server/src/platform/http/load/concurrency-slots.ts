import type { EventEmitter } from 'node:events';
import { Problem } from '../../problem.ts';

/** How many requests one process works on at the same time, and how many it queues. */
export interface SlotLimits {
  /** Requests in work, and those of one client among them. */
  readonly working: number;
  readonly perClient: number;
  /** Queued requests. */
  readonly waiting: number;
  /** Most milliseconds in the queue. */
  readonly longestWait: number;
}

/** Seconds after which a refused client may try again. */
const COME_BACK_AFTER = 2;

interface Waiter {
  settle(refusal?: Problem): void;
}

/**
 * The concurrency slots of a process: a limited number of requests is worked on, a limited number waits
 * for a limited time, and the rest is refused at once. Clients alternate, each with its requests in
 * order, so that one with a thousand requests hardly delays one with a single request. When the queue is
 * full, the client with most queued requests loses one.
 */
export function createConcurrencySlots({ working, perClient, waiting, longestWait }: SlotLimits) {
  const underWay = new Map<string, number>();
  /** In the order of their next slots. */
  const queues = new Map<string, Waiter[]>();
  let busy = 0;
  let queued = 0;

  const mayWork = (client: string) => busy < working && (underWay.get(client) ?? 0) < perClient;

  function begin(client: string): () => void {
    busy += 1;
    underWay.set(client, (underWay.get(client) ?? 0) + 1);
    let over = false;
    return () => {
      if (over) return;
      over = true;
      busy -= 1;
      const left = (underWay.get(client) ?? 1) - 1;
      if (left === 0) underWay.delete(client);
      else underWay.set(client, left);
      giveSlot();
    };
  }

  function giveSlot(): void {
    for (const [client, queue] of queues) {
      if (!mayWork(client)) continue;
      const [next] = queue;
      if (!next) continue;
      remove(client, next);
      // A client that had a slot goes to the end.
      const left = queues.get(client);
      if (left && queues.delete(client)) queues.set(client, left);
      next.settle();
      return;
    }
  }

  function remove(client: string, waiter: Waiter): void {
    const queue = queues.get(client) ?? [];
    const index = queue.indexOf(waiter);
    if (index === -1) return;
    queue.splice(index, 1);
    queued -= 1;
    if (queue.length === 0) queues.delete(client);
  }

  /**
   * Makes room in the queue for a request of `client`, unless no other client has more in it.
   * @returns whether there is room
   */
  function makeRoom(client: string): boolean {
    if (queued < waiting) return true;
    let longest = client;
    let most = (queues.get(client)?.length ?? 0) + 1;
    for (const [other, { length }] of queues) {
      if (length > most) [longest, most] = [other, length];
    }
    const last = queues.get(longest)?.at(-1);
    if (longest === client || !last) return false;
    remove(longest, last);
    last.settle(new Problem('UNAVAILABLE', { retryAfter: COME_BACK_AFTER }));
    return true;
  }

  return {
    /**
     * Waits for a slot, which is held until the returned function is called; further calls do nothing.
     * @param line the client's connection; it may close while it waits
     * @throws Problem UNAVAILABLE when the queue is full, or no slot was free in time
     */
    async take(client: string, line: Pick<EventEmitter, 'once' | 'off'>): Promise<() => void> {
      // Queued requests come first.
      if (mayWork(client) && !queues.has(client)) return begin(client);
      if (!makeRoom(client)) throw new Problem('UNAVAILABLE', { retryAfter: COME_BACK_AFTER });
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          remove(client, waiter);
          waiter.settle(new Problem('UNAVAILABLE', { retryAfter: COME_BACK_AFTER }));
        };
        const timer = setTimeout(giveUp, longestWait);
        const waiter: Waiter = {
          settle: (refusal) => {
            clearTimeout(timer);
            line.off('close', giveUp);
            if (refusal) reject(refusal);
            else resolve(begin(client));
          },
        };
        line.once('close', giveUp);
        const queue = queues.get(client) ?? [];
        queue.push(waiter);
        queues.set(client, queue);
        queued += 1;
      });
    },
    /** Requests in work and in the queue. */
    count: () => ({ busy, queued }),
  };
}
