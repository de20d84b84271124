import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

/** Failed sign-ins that one account, or one address, may have within the window. */
export interface AttemptLimits {
  readonly perAccount: number;
  readonly perAddress: number;
  readonly windowSeconds: number;
}

export const DEFAULT_ATTEMPT_LIMITS: AttemptLimits = {
  perAccount: 10,
  perAddress: 50,
  windowSeconds: 15 * 60,
};

/** An attempt over a limit. */
export interface Throttled {
  /** Seconds until the limit lets attempts through again. */
  readonly retryAfter: number;
  /** True for the first one over the limit in its window. */
  readonly first: boolean;
}

/** Counts sign-ins that failed, in PostgreSQL, so that all processes share the figures. */
export interface SignInAttempts {
  /**
   * Counts an attempt before its password is looked at, so that simultaneous ones cannot slip by.
   * @returns null, or why it may not go on
   */
  begin(email: string, address: string): Promise<Throttled | null>;
  /** Takes back what `begin` counted, and forgives the account its earlier failures. */
  succeeded(email: string, address: string): Promise<void>;
}

/**
 * @param secret keys the digest that stands for an account: what was typed as an e-mail may be a
 *   password, and is kept nowhere
 */
export function createSignInAttempts(
  pool: Pool,
  limits: AttemptLimits,
  secret: string,
): SignInAttempts {
  const accountKey = (email: string) =>
    createHmac('sha256', secret)
      .update('account:')
      .update(email.trim().toLowerCase())
      .digest('base64url');
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      tableName: 'rate_limits',
      tableCreated: true,
      // Every few minutes, what expired an hour ago; by each process, which does no harm.
      clearExpiredByTimeout: true,
      keyPrefix,
      points,
      duration: limits.windowSeconds,
    });
  const byAccount = limiter('sign-in-account', limits.perAccount);
  const byAddress = limiter('sign-in-address', limits.perAddress);
  return {
    async begin(email, address) {
      return (
        (await consume(byAddress, networkOf(address))) ??
        (await consume(byAccount, accountKey(email)))
      );
    },
    async succeeded(email, address) {
      await byAddress.reward(networkOf(address));
      await byAccount.delete(accountKey(email));
    },
  };
}

async function consume(limiter: RateLimiterPostgres, key: string): Promise<Throttled | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason;
    return {
      retryAfter: Math.ceil(reason.msBeforeNext / 1000),
      first: reason.consumedPoints === limiter.points + 1,
    };
  }
}

/** Somebody with IPv6 has a whole /64 of addresses to rotate through; it counts as one. */
export function networkOf(address: string): string {
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
