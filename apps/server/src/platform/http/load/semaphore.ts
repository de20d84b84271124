import type { EventEmitter } from 'node:events';
import { Problem } from '../../problem.ts';

export interface SemaphoreLimits {
  /** Maximum permits in use in this process, of all clients and of one. */
  readonly all: number;
  readonly perClient: number;
  /** Seconds after which a rejected client may try again. */
  readonly retryAfter: number;
  /** Maximum queued requests, of which one client has at most half; none by default. */
  readonly waiting?: number;
  /** Maximum milliseconds in the queue. */
  readonly maxWait?: number;
}

interface Waiter {
  readonly client: string;
  readonly begin: () => void;
}

/**
 * A semaphore of this process. A limited number of permits is in use, and a limited number of requests waits for one,
 * for a limited time. Further requests are rejected immediately.
 */
export function createSemaphore(
  { all, perClient, retryAfter, waiting = 0, maxWait = 0 }: SemaphoreLimits,
  onRejected: () => void = () => {},
) {
  const busyByClient = new Map<string, number>();
  const queue: Waiter[] = [];
  let busy = 0;

  const isFree = (client: string) => busy < all && (busyByClient.get(client) ?? 0) < perClient;

  function change(client: string, by: 1 | -1): void {
    busy += by;
    const count = (busyByClient.get(client) ?? 0) + by;
    // Counts at zero are removed, so that the map does not grow.
    if (count === 0) busyByClient.delete(client);
    else busyByClient.set(client, count);
  }

  function begin(client: string): () => void {
    change(client, 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      change(client, -1);
      queue.find((waiter) => isFree(waiter.client))?.begin();
    };
  }

  function createRejection(): Problem {
    onRejected();
    return new Problem('UNAVAILABLE', { retryAfter });
  }

  /**
   * Takes a permit, which is held until the returned function is called; further calls do nothing.
   * @param connection the connection of the client, which may close during the wait
   * @throws Problem UNAVAILABLE when the queue is full, or no permit was free in time
   */
  async function take(
    client: string,
    connection?: Pick<EventEmitter, 'once' | 'off'>,
  ): Promise<() => void> {
    const queuedByClient = queue.filter((waiter) => waiter.client === client).length;
    if (isFree(client) && queuedByClient === 0) return begin(client);
    if (queue.length >= waiting || queuedByClient >= waiting / 2) throw createRejection();
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
      reject(createRejection());
    };
    const timer = setTimeout(giveUp, maxWait);
    connection?.once('close', giveUp);
    queue.push(waiter);
    return promise.finally(() => {
      clearTimeout(timer);
      connection?.off('close', giveUp);
    });
  }

  return {
    take,
    /** Holds a permit while `work` runs. */
    async withPermit<Result>(client: string, work: () => Promise<Result>): Promise<Result> {
      const release = await take(client);
      try {
        return await work();
      } finally {
        release();
      }
    },
    count: () => ({ busy, queued: queue.length }),
  };
}
