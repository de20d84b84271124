import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { RateLimiterPostgres } from 'rate-limiter-flexible';
import {
  consume,
  createLimiter,
  type Limit,
  type Throttled,
  toClientAddress,
  toNetwork,
} from '../../limits/limiter.ts';
import { Problem } from '../../problem.ts';
import type { SessionEvents } from '../events.ts';
import type { KnownAccount, KnownDevices } from './known-devices.ts';

export interface AttemptLimits {
  /** Per account, from one known device. */
  readonly device: Limit;
  /** Limit per account for unknown devices of one network. */
  readonly network: Limit;
  /** Per account, from unknown devices of all networks. */
  readonly account: Limit;
  /** Per address, from unknown devices, over all accounts. */
  readonly address: Limit;
  /** Per session, of the password and code prompts within it. */
  readonly session: Limit;
}

const QUARTER_HOUR = 15 * 60;

export const DEFAULT_ATTEMPT_LIMITS: AttemptLimits = {
  device: { max: 10, windowSeconds: QUARTER_HOUR },
  network: { max: 10, windowSeconds: QUARTER_HOUR },
  account: { max: 100, windowSeconds: 60 * 60 },
  address: { max: 50, windowSeconds: QUARTER_HOUR },
  // Longer than any session, so that wrong answers of a session are counted until it ends.
  session: { max: 10, windowSeconds: 7 * 24 * 60 * 60 },
};

/** Longest wait before another attempt at an account, in seconds. */
const MAX_PAUSE = 60;

/** An attempt to sign in, or to complete the second step. */
export interface Attempt {
  readonly email: string;
  readonly address: string;
  /** The device if it is known for this account; otherwise null. */
  readonly device: string | null;
}

export type SignInAttempts = ReturnType<typeof createSignInAttempts>;

/**
 * Counts failed sign-ins in PostgreSQL, so that all processes share the counters.
 * @param secret key for the digests of e-mails. The e-mails themselves are not stored, because a user may type a
 * password in their place.
 */
export function createSignInAttempts(pool: Pool, limits: AttemptLimits, secret: string) {
  const accountKey = (email: string) =>
    createHmac('sha256', secret)
      .update('account:')
      .update(email.trim().toLowerCase())
      .digest('base64url');
  const networkKey = ({ email, address }: Attempt) => `${accountKey(email)} ${toNetwork(address)}`;
  const deviceKey = (email: string, device: string) => `${accountKey(email)} ${device}`;
  const byDevice = createLimiter(pool, 'sign-in-device', limits.device);
  const byAddress = createLimiter(pool, 'sign-in-address', limits.address);
  const byNetwork = createLimiter(pool, 'sign-in-network', limits.network);
  const byAccount = createLimiter(pool, 'sign-in-account', limits.account);
  const pauses = createLimiter(pool, 'sign-in-pause', { max: 1, windowSeconds: MAX_PAUSE });

  return {
    /**
     * Counts an attempt before its password is checked, so that simultaneous attempts cannot exceed the limit.
     * Unknown devices cannot lock out a known device, because it has a separate counter.
     * @returns null, or why the attempt is rejected
     */
    async begin(attempt: Attempt): Promise<Throttled | null> {
      const { email, address, device } = attempt;
      if (device !== null) return consume(byDevice, deviceKey(email, device));
      const account = accountKey(email);
      return (
        (await consume(byAddress, toClientAddress(address))) ??
        (await consume(byNetwork, networkKey(attempt))) ??
        (await pause(byAccount, pauses, account)) ??
        (await consume(byAccount, account))
      );
    },
    /**
     * Reverts the counts of `begin` and clears the earlier failures of the device, or of the network at this
     * account. Failures from other networks stay counted.
     * @param count how often `begin` was called during the sign-in
     */
    async recordSuccess(attempt: Attempt, count = 1): Promise<void> {
      const { email, address, device } = attempt;
      if (device !== null) {
        await byDevice.delete(deviceKey(email, device));
        return;
      }
      await byAddress.reward(toClientAddress(address), count);
      await byNetwork.delete(networkKey(attempt));
      await byAccount.reward(accountKey(email), count);
    },
  };
}

interface AttemptDeps {
  readonly attempts: SignInAttempts;
  readonly devices: KnownDevices;
  readonly events: SessionEvents;
}

/**
 * Counts an attempt. Only the first rejection of a series is audited; more rows would let a stranger fill the audit.
 */
export async function beginAttempt(
  { attempts, devices, events }: AttemptDeps,
  request: FastifyRequest,
  email: string,
  account: KnownAccount | undefined,
): Promise<Attempt> {
  const attempt = { email, address: request.ip, device: devices.find(request, account) };
  const throttled = await attempts.begin(attempt);
  if (throttled === null) return attempt;
  if (throttled.first) await events.auditRejection(request, email, 'TOO_MANY_REQUESTS');
  throw new Problem('TOO_MANY_REQUESTS', { retryAfter: throttled.retryAfter });
}

/**
 * After a fifth of an account's limit, each further attempt must wait a second longer than the previous one, up to
 * `MAX_PAUSE`. An attempt during the wait is rejected, and not counted against the account.
 */
async function pause(
  byAccount: RateLimiterPostgres,
  pauses: RateLimiterPostgres,
  account: string,
): Promise<Throttled | null> {
  const counted = (await byAccount.get(account))?.consumedPoints ?? 0;
  const seconds = Math.min(MAX_PAUSE, counted - Math.floor(byAccount.points / 5) + 1);
  if (seconds < 1) return null;
  const throttled = await consume(pauses, account, seconds);
  // This is not audited, because a stranger could fill the audit. The failures before the pause are audited.
  return throttled && { ...throttled, first: false };
}
