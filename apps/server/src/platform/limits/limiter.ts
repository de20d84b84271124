import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

export interface Limit {
  /** How often something may happen within the window. */
  readonly most: number;
  readonly windowSeconds: number;
}

export interface Throttled {
  /** Seconds until the limit lets it through again. */
  readonly retryAfter: number;
  /** True for the first one over the limit in its window. */
  readonly first: boolean;
}

/**
 * Counts in PostgreSQL, so that all processes share the counters.
 * @param remember a key over its limit is refused from memory until the window ends, without a query;
 *   for counts that are never taken back
 */
export function createLimiter(
  pool: Pool,
  keyPrefix: string,
  { most, windowSeconds }: Limit,
  remember = false,
): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: pool,
    tableName: 'rate_limits',
    tableCreated: true,
    // Every few minutes, in each process: deletes counters that expired an hour ago.
    clearExpiredByTimeout: true,
    keyPrefix,
    points: most,
    duration: windowSeconds,
    ...(remember ? { inMemoryBlockOnConsumed: most + 1 } : {}),
  });
}

/**
 * Counts once.
 * @param seconds the window to begin, if not the limiter's
 * @returns null, or why it is refused
 */
export async function consume(
  limiter: RateLimiterPostgres,
  key: string,
  seconds?: number,
): Promise<Throttled | null> {
  try {
    await limiter.consume(key, 1, seconds === undefined ? {} : { customDuration: seconds });
    return null;
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason;
    return {
      retryAfter: Math.ceil(reason.msBeforeNext / 1000),
      first: reason.consumedPoints === limiter.points + 1,
    };
  }
}
