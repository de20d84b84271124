import type { EventEmitter } from 'node:events';
import { Problem } from '../../problem.ts';

/** Limits of running and queued requests of one process. */
export interface SlotLimits {
  /** Maximum running requests, in all and of one client. */
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
 * The concurrency slots of a process: a limited number of requests runs, in all and of one client. A limited
 * number waits for a limited time, and the rest is rejected immediately.
 */
export function createConcurrencySlots({ working, perClient, waiting, longestWait }: SlotLimits) {
  const underWay = new Map<string, number>();
  const queue: Waiter[] = [];
  let busy = 0;

  const mayWork = (client: string) => busy < working && (underWay.get(client) ?? 0) < perClient;

  function begin(client: string): () => void {
    busy += 1;
    underWay.set(client, (underWay.get(client) ?? 0) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      busy -= 1;
      const left = (underWay.get(client) ?? 1) - 1;
      if (left === 0) underWay.delete(client);
      else underWay.set(client, left);
      queue.find((waiter) => mayWork(waiter.client))?.begin();
    };
  }

  return {
    /**
     * Waits for a slot, which is held until the returned function is called; further calls do nothing.
     * @param line the client's connection, which may close during the wait
     * @throws Problem UNAVAILABLE when the queue is full, or no slot was free in time
     */
    async take(client: string, line: Pick<EventEmitter, 'once' | 'off'>): Promise<() => void> {
      const queuedOfClient = queue.filter((waiter) => waiter.client === client).length;
      if (mayWork(client) && queuedOfClient === 0) return begin(client);
      const refusal = new Problem('UNAVAILABLE', { retryAfter: RETRY_AFTER });
      if (queue.length >= waiting || queuedOfClient >= waiting / 2) throw refusal;
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
        reject(refusal);
      };
      const timer = setTimeout(giveUp, longestWait);
      line.once('close', giveUp);
      queue.push(waiter);
      return promise.finally(() => {
        clearTimeout(timer);
        line.off('close', giveUp);
      });
    },
    /** Running and queued requests. */
    count: () => ({ busy, queued: queue.length }),
  };
}

/** Number of permits of this process. */
interface SemaphoreLimits {
  readonly all: number;
  readonly perClient: number;
  /** Seconds after which a rejected client may try again. */
  readonly comeBackAfter: number;
}

/**
 * A semaphore for work that holds memory, disk or a connection as long as a slow client takes. A request without a
 * free permit is rejected, never queued.
 */
export function createSemaphore(
  { all, perClient, comeBackAfter }: SemaphoreLimits,
  /** Called for each rejected request. */
  onRefused: () => void = () => {},
) {
  const taken = new Map<string, number>();
  const inUse = () => [...taken.values()].reduce((sum, permits) => sum + permits, 0);

  /**
   * Takes a permit, until the returned function is called.
   * @throws Problem UNAVAILABLE when none is free, or this client has its maximum
   */
  function acquire(person: string): () => void {
    const takenByPerson = taken.get(person) ?? 0;
    if (takenByPerson >= perClient || inUse() >= all) {
      onRefused();
      throw new Problem('UNAVAILABLE', { retryAfter: comeBackAfter });
    }
    taken.set(person, takenByPerson + 1);
    return () => {
      const left = (taken.get(person) ?? 1) - 1;
      if (left === 0) taken.delete(person);
      else taken.set(person, left);
    };
  }

  return {
    acquire,
    inUse,
    /**
     * Holds a permit while `work` runs.
     * @throws like `acquire`
     */
    async withPermit<Result>(person: string, use: () => Promise<Result>): Promise<Result> {
      const release = acquire(person);
      try {
        return await use();
      } finally {
        release();
      }
    },
  };
}
