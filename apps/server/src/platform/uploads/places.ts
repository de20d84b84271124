import { Problem } from '../http/problem.ts';

/** Uploads that one process receives at the same time, and those of one person among them. */
const MOST_AT_ONCE = 24;
const MOST_OF_ONE = 8;
/** Seconds. */
const COME_BACK_AFTER = 2;

/**
 * The places of a process for uploads. Each holds disk and memory for as long as a slow sender likes,
 * so they are few; who finds none comes back.
 */
export function createUploadPlaces() {
  const taken = new Map<string, number>();
  return {
    /** @throws Problem UNAVAILABLE when all are taken, or this person has as many as one may have */
    async hold<Result>(person: string, use: () => Promise<Result>): Promise<Result> {
      const own = taken.get(person) ?? 0;
      const all = [...taken.values()].reduce((sum, places) => sum + places, 0);
      if (own >= MOST_OF_ONE || all >= MOST_AT_ONCE) {
        throw new Problem('UNAVAILABLE', { retryAfter: COME_BACK_AFTER });
      }
      taken.set(person, own + 1);
      try {
        return await use();
      } finally {
        const left = (taken.get(person) ?? 1) - 1;
        if (left === 0) taken.delete(person);
        else taken.set(person, left);
      }
    },
  };
}
