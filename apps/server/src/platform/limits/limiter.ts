import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

export interface Limit {
  /** How often something may happen within the window. */
  readonly most: number;
  readonly windowSeconds: number;
}

/** Something over a limit. */
export interface Throttled {
  /** Seconds until the limit lets it through again. */
  readonly retryAfter: number;
  /** True for the first one over the limit in its window. */
  readonly first: boolean;
}

/**
 * Counts in PostgreSQL, so that all processes share the figures.
 * @param remember a key over its limit is refused from memory until the window ends, without asking
 *   the database; for what nobody takes back
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
    // Every few minutes, what expired an hour ago; by each process, which does no harm.
    clearExpiredByTimeout: true,
    keyPrefix,
    points: most,
    duration: windowSeconds,
    ...(remember ? { inMemoryBlockOnConsumed: most + 1 } : {}),
  });
}

/**
 * Counts once.
 * @param seconds the window that this begins, where it is not the limiter's
 * @returns null, or why it may not go on
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
