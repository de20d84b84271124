import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import type { RateLimiterPostgres } from 'rate-limiter-flexible';
import { consume, createLimiter, type Limit, type Throttled } from '../limits/limiter.ts';
import { blockOf, networkOf } from '../limits/network.ts';

/** How many failed attempts each counter takes. */
export interface AttemptLimits {
  /** Of an account from one device that is known. */
  readonly device: Limit;
  /** Of an account from the unknown devices of one network. */
  readonly network: Limit;
  /** Of an account from unknown devices, wherever they are. */
  readonly account: Limit;
  /** Of all accounts together from the unknown devices of one address. */
  readonly address: Limit;
  /** Of one session, at the questions asked inside it. */
  readonly session: Limit;
}

const QUARTER = 15 * 60;

export const DEFAULT_ATTEMPT_LIMITS: AttemptLimits = {
  device: { most: 10, windowSeconds: QUARTER },
  network: { most: 10, windowSeconds: QUARTER },
  account: { most: 100, windowSeconds: 60 * 60 },
  address: { most: 50, windowSeconds: QUARTER },
  // Longer than any session: it is the wrong answers of its whole life.
  session: { most: 10, windowSeconds: 7 * 24 * 60 * 60 },
};

/** Seconds between two attempts at an account, at most. */
const LONGEST_PAUSE = 60;

/** A sign-in, or its second step, that is about to be looked at. */
export interface Attempt {
  readonly email: string;
  readonly address: string;
  /** Of a device that is known for this account; null for any other. */
  readonly device: string | null;
}

/** Counts sign-ins that failed, in PostgreSQL, so that all processes share the figures. */
export interface SignInAttempts {
  /**
   * Counts an attempt before its password is looked at, so that simultaneous ones cannot slip by. What
   * strangers do refuses no device that is known: it has a counter of its own.
   * @returns null, or why it may not go on
   */
  begin(attempt: Attempt): Promise<Throttled | null>;
  /**
   * Takes back what `begin` counted, and forgives the earlier failures of the device, or of the network
   * at this account. What other networks tried stays counted.
   * @param begun how often `begin` was called on the way
   */
  succeeded(attempt: Attempt, begun?: number): Promise<void>;
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
  const networkKey = ({ email, address }: Attempt) => `${accountKey(email)} ${blockOf(address)}`;
  const deviceKey = (email: string, device: string) => `${accountKey(email)} ${device}`;
  const byDevice = createLimiter(pool, 'sign-in-device', limits.device);
  const byAddress = createLimiter(pool, 'sign-in-address', limits.address);
  const byNetwork = createLimiter(pool, 'sign-in-network', limits.network);
  const byAccount = createLimiter(pool, 'sign-in-account', limits.account);
  const pauses = createLimiter(pool, 'sign-in-pause', { most: 1, windowSeconds: LONGEST_PAUSE });

  return {
    async begin(attempt) {
      const { email, address, device } = attempt;
      if (device !== null) return consume(byDevice, deviceKey(email, device));
      const account = accountKey(email);
      return (
        (await consume(byAddress, networkOf(address))) ??
        (await consume(byNetwork, networkKey(attempt))) ??
        (await pause(byAccount, pauses, account)) ??
        (await consume(byAccount, account))
      );
    },
    async succeeded(attempt, begun = 1) {
      const { email, address, device } = attempt;
      if (device !== null) {
        await byDevice.delete(deviceKey(email, device));
        return;
      }
      await byAddress.reward(networkOf(address), begun);
      await byNetwork.delete(networkKey(attempt));
      await byAccount.reward(accountKey(email), begun);
    },
  };
}

/**
 * After a fifth of what an account may have within its window, each further attempt has to wait a second
 * longer than the one before. What comes too early is refused and not counted.
 */
async function pause(
  byAccount: RateLimiterPostgres,
  pauses: RateLimiterPostgres,
  account: string,
): Promise<Throttled | null> {
  const counted = (await byAccount.get(account))?.consumedPoints ?? 0;
  const seconds = Math.min(LONGEST_PAUSE, counted - Math.floor(byAccount.points / 5) + 1);
  if (seconds < 1) return null;
  const early = await consume(pauses, account, seconds);
  // The audit has the failures before it; a row for each pause would let anybody fill it.
  return early && { ...early, first: false };
}
