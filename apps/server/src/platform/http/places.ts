import { Problem } from '../problem.ts';

/** How many may hold a place of this process at the same time. */
export interface PlaceLimits {
  readonly all: number;
  readonly ofOne: number;
  /** Seconds after which who found none may come back. */
  readonly comeBackAfter: number;
}

/**
 * The places of a process for what holds memory, disk or a connection for as long as a slow client
 * likes: they are few, and who finds none comes back.
 */
export function createPlaces(
  { all, ofOne, comeBackAfter }: PlaceLimits,
  /** Told of each who found none. */
  onRefused: () => void = () => {},
) {
  const taken = new Map<string, number>();
  const inUse = () => [...taken.values()].reduce((sum, places) => sum + places, 0);

  /**
   * Takes a place, until what it gives is called.
   * @throws Problem UNAVAILABLE when all are taken, or this person has as many as one may have
   */
  function take(person: string): () => void {
    const own = taken.get(person) ?? 0;
    if (own >= ofOne || inUse() >= all) {
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
    take,
    inUse,
    /** Holds a place while something is done. @throws like `take` */
    async hold<Result>(person: string, use: () => Promise<Result>): Promise<Result> {
      const leave = take(person);
      try {
        return await use();
      } finally {
        leave();
      }
    },
  };
}
