import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { removePort } from '../http/origin.ts';
import { Problem } from '../problem.ts';

export interface Limit {
  readonly max: number;
  readonly windowSeconds: number;
}

export interface Throttled {
  /** Seconds until the next attempt is allowed. */
  readonly retryAfter: number;
  /** Whether it is the first rejection in the window. */
  readonly first: boolean;
}

/**
 * Counts in PostgreSQL, so that all processes share the counters.
 * @param options.remember rejects a key over its limit from memory until the window ends, without a query;
 *   only for counts that are never reverted
 */
export function createLimiter(
  pool: Pool,
  keyPrefix: string,
  { max, windowSeconds }: Limit,
  { remember = false } = {},
): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: pool,
    tableName: 'rate_limits',
    tableCreated: true,
    // Each process deletes expired counters every few minutes.
    clearExpiredByTimeout: true,
    keyPrefix,
    points: max,
    duration: windowSeconds,
    ...(remember ? { inMemoryBlockOnConsumed: max + 1 } : {}),
  });
}

/**
 * Counts an attempt under a key.
 * @param seconds length of the window, if not the limiter's
 * @returns null if the attempt is within the limit
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

/** Counts an attempt under a key, and rejects it above the limit. */
export async function requireBelow(limiter: RateLimiterPostgres, key: string): Promise<void> {
  const throttled = await consume(limiter, key);
  if (throttled) throw new Problem('TOO_MANY_REQUESTS', { retryAfter: throttled.retryAfter });
}

/** Counts a request against its client address (one IPv4 address, or a /64). */
export function countRequest(
  limiter: RateLimiterPostgres,
  { ip }: { readonly ip: string },
): Promise<void> {
  return requireBelow(limiter, toClientAddress(ip));
}

/** The IPv4 address, or the /64 of IPv6, that counts as one client. A disconnected client has no address. */
export function toClientAddress(text = ''): string {
  const address = removePort(text);
  if (address.startsWith('::ffff:') && address.includes('.'))
    return address.slice('::ffff:'.length);
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle =
    tail === undefined ? [] : Array(Math.max(0, 8 - front.length - back.length)).fill('0');
  const groups = [...front, ...middle, ...back].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** The network that one attacker easily controls: a /24 of IPv4, a /64 of IPv6. */
export function toNetwork(text: string): string {
  const address = toClientAddress(text);
  const [, block] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(address) ?? [];
  return block === undefined ? address : `${block}.0/24`;
}
