import type { EventEmitter } from 'node:events';
import { Problem } from '../../problem.ts';

export interface SlotLimits {
  /** Maximum running requests of all clients, and of one. */
  readonly working: number;
  readonly perClient: number;
  /** Maximum queued requests; one client has at most half of them. */
  readonly waiting: number;
  /** Maximum milliseconds in the queue. */
  readonly longestWait: number;
}

/** Seconds after which a rejected client may try again. */
const RETRY_AFTER = 2;

interface Waiter {
  readonly client: string;
  readonly begin: () => void;
}

/**
 * The concurrency slots of a process. A limited number of requests runs, and a limited number waits for a limited
 * time. Further requests are rejected immediately.
 */
export function createConcurrencySlots({ working, perClient, waiting, longestWait }: SlotLimits) {
  const busyByClient = new Map<string, number>();
  const queue: Waiter[] = [];
  let busy = 0;

  const hasSlot = (client: string) => busy < working && (busyByClient.get(client) ?? 0) < perClient;

  function begin(client: string): () => void {
    busy += 1;
    addTo(busyByClient, client, 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      busy -= 1;
      addTo(busyByClient, client, -1);
      queue.find((waiter) => hasSlot(waiter.client))?.begin();
    };
  }

  return {
    /**
     * Waits for a slot, which is held until the returned function is called; further calls do nothing.
     * @param connection the client's, which may close during the wait
     * @throws Problem UNAVAILABLE when the queue is full, or no slot was free in time
     */
    async take(
      client: string,
      connection: Pick<EventEmitter, 'once' | 'off'>,
    ): Promise<() => void> {
      const queuedOfClient = queue.filter((waiter) => waiter.client === client).length;
      if (hasSlot(client) && queuedOfClient === 0) return begin(client);
      const overload = new Problem('UNAVAILABLE', { retryAfter: RETRY_AFTER });
      if (queue.length >= waiting || queuedOfClient >= waiting / 2) throw overload;
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const leave = () => queue.splice(queue.indexOf(waiter), 1);
      const waiter: Waiter = {
        client,
        begin: () => {
          leave();
          resolve(begin(client));
        },
      };
      const giveUp = () => {
        leave();
        reject(overload);
      };
      const timer = setTimeout(giveUp, longestWait);
      connection.once('close', giveUp);
      queue.push(waiter);
      return promise.finally(() => {
        clearTimeout(timer);
        connection.off('close', giveUp);
      });
    },
    count: () => ({ busy, queued: queue.length }),
  };
}

/** Changes a count, and removes it at zero, so that the map does not grow. */
function addTo(counts: Map<string, number>, client: string, change: 1 | -1): void {
  const count = (counts.get(client) ?? 0) + change;
  if (count === 0) counts.delete(client);
  else counts.set(client, count);
}

/** Maximum permits in use in this process, of all clients and of one. */
interface SemaphoreLimits {
  readonly all: number;
  readonly perClient: number;
  /** Seconds after which a rejected client may try again. */
  readonly comeBackAfter: number;
}

/**
 * A semaphore for work that holds memory, disk or a connection while a slow client sends or receives. A request
 * without a free permit is rejected, never queued.
 */
export function createSemaphore(
  { all, perClient, comeBackAfter }: SemaphoreLimits,
  onRejected: () => void = () => {},
) {
  const taken = new Map<string, number>();
  const inUse = () => [...taken.values()].reduce((sum, permits) => sum + permits, 0);

  /**
   * Takes a permit, until the returned function is called.
   * @throws Problem UNAVAILABLE when none is free, or this client has its maximum
   */
  function acquire(client: string): () => void {
    if ((taken.get(client) ?? 0) >= perClient || inUse() >= all) {
      onRejected();
      throw new Problem('UNAVAILABLE', { retryAfter: comeBackAfter });
    }
    addTo(taken, client, 1);
    return () => addTo(taken, client, -1);
  }

  return {
    acquire,
    inUse,
    /**
     * Holds a permit while `work` runs.
     * @throws like `acquire`
     */
    async withPermit<Result>(client: string, work: () => Promise<Result>): Promise<Result> {
      const release = acquire(client);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
