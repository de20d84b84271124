import { Problem } from '../../problem.ts';

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
   * @throws Problem UNAVAILABLE when none is free, or this client has as many as one may have
   */
  function acquire(person: string): () => void {
    const own = taken.get(person) ?? 0;
    if (own >= perClient || inUse() >= all) {
      onRefused();
      throw new Problem('UNAVAILABLE', { retryAfter: comeBackAfter });
    }
    taken.set(person, own + 1);
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
